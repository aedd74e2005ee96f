import JSONText

/// The place of a subschema in its entity, in the notation of capability files.
struct CapabilityPlace: Hashable, Sendable {
    /// The member names from the entity down to the subschema, joined by `/` and escaped as in a JSON Pointer; empty
    /// for the entity itself. The path of a local definition begins with `$defs` or `definitions`; `*` replaces names
    /// that are not fixed.
    let path: String

    /// True if the subschema is a member of `properties`.
    let isProperty: Bool

    /// Creates the place from the JSON Pointer of a subschema within its entity. Keywords such as `allOf` and `items`
    /// add nothing to the path.
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

    /// Returns the path with these member names, escaped.
    static func path(of names: [String]) -> String {
        String(JSONPointer(tokens: names).description.dropFirst())
    }

    /// Returns the paths of all containers of a path, outermost first, and the path itself as the last.
    static func prefixes(of path: String) -> [String] {
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        return names.indices.map { names[...$0].joined(separator: "/") }
    }

    /// The text that replaces the name of a member in a path if that name is not fixed. In a capability file it also
    /// stands for all properties of an entity, or for all values of an enum.
    static let anyName = "*"

    private static let named: Set<String> = ["properties"]
    private static let definitions: Set<String> = ["$defs", "definitions"]
    /// The keywords whose schemas describe members without fixed names.
    private static let unnamed: Set<String> = ["patternProperties", "additionalProperties", "unevaluatedProperties"]
    /// The keywords that map names to schemas of the object itself, not to schemas of its members.
    private static let maps: Set<String> = ["dependentSchemas", "dependencies"]
}
