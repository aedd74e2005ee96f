import JSONText

/// The place of a subschema in its entity, in the words of a capability file.
struct CapabilityPlace: Hashable, Sendable {
    /// The member names from the entity down to the subschema, joined by `/` and escaped as in a JSON Pointer; empty at
    /// the entity itself. A local definition begins with `$defs`, and `*` stands for members that have no fixed name.
    let path: String

    /// True if the subschema is that of a property with a name.
    let isProperty: Bool

    /// Reads the JSON Pointer of a subschema within its entity; what is nested in the same value adds nothing to the path.
    init(tokens: [String]) {
        var path: [String] = []
        var isProperty = false
        var index = 0
        while index < tokens.count {
            let keyword = tokens[index]
            let next = index + 1 < tokens.count ? tokens[index + 1] : nil
            isProperty = false
            index += 1
            if Self.named.contains(keyword), let next {
                path.append(next)
                isProperty = true
                index += 1
            } else if Self.definitions.contains(keyword), let next {
                path = [keyword, next]
                index += 1
            } else if Self.unnamed.contains(keyword) {
                path.append(Self.anyName)
                if keyword == "patternProperties" { index += 1 }
            } else if Self.maps.contains(keyword) || Int(next ?? "") != nil {
                index += 1
            }
        }
        self.path = Self.path(of: path)
        self.isProperty = isProperty
    }

    /// The written form of a path.
    static func path(of names: [String]) -> String {
        String(JSONPointer(tokens: names).description.dropFirst())
    }

    /// Every path that a path leads through, itself last.
    static func prefixes(of path: String) -> [String] {
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        return names.indices.map { names[...$0].joined(separator: "/") }
    }

    /// A name that stands for all of an entity's members, or for those without a fixed name.
    static let anyName = "*"

    private static let named: Set<String> = ["properties"]
    private static let definitions: Set<String> = ["$defs", "definitions"]
    private static let unnamed: Set<String> = ["patternProperties", "additionalProperties", "unevaluatedProperties"]
    private static let maps: Set<String> = ["dependentSchemas", "dependencies"]
}
