import JSONSchema
import JSONText

/// The properties and enum values of one entity that a build may list, with the versions that have them according to
/// the schemas.
struct CapabilityOutline: Sendable {
    /// A property, or a value of an enum.
    struct Part: Sendable {
        let name: CapabilityName
        /// For each subschema that describes the part, its annotations and those of the subschemas around it. A version
        /// has the part if it satisfies all annotations of one description.
        fileprivate(set) var descriptions: [[PlatformAvailability]]
        /// True if the part is described only inside conditions and branches of unions, which restrict it.
        fileprivate var isRefined: Bool

        /// Returns the versions of a platform that have the part, by the annotations of the schemas.
        func versions(on platform: JSONName) -> VersionSet { CapabilityOutline.versions(descriptions, on: platform) }
    }

    let entity: String
    /// The properties in schema order, each path once.
    private(set) var properties: [Part] = []
    /// The enums by their paths, each with its values, in schema order.
    private(set) var enums: [(path: String, values: [Part])] = []
    private let annotations: [PlatformAvailability]
    private var places: [CapabilityName: Int] = [:]

    /// Reads the schema of an entity.
    init(_ entity: Entity) {
        self.entity = entity.id
        annotations = PlatformAvailability(entity.document.root).map { [$0] } ?? []
        var around: [[String]: [PlatformAvailability]] = [:]
        for subschema in Subschema.all(in: entity.document.root) {
            let tokens = subschema.value.pointer.tokens
            // An embedded schema resource has its own identifier and is not part of the entity.
            guard tokens.isEmpty || subschema.value["$id"] == nil else { continue }
            guard let outer = Self.nearest(tokens, in: around) else { continue }
            let chain = outer + (PlatformAvailability(subschema.value).map { [$0] } ?? [])
            around[tokens] = chain
            guard Self.isDescription(tokens) else { continue }
            let isRefined = if case .refinement = subschema.place { true } else { false }
            let place = CapabilityPlace(tokens: tokens)
            if place.isProperty {
                add(CapabilityName(property: place.path, of: entity.id), chain, isRefined)
            }
            // A property that allows any value has the schema `true`, which is not among the subschemas.
            for member in subschema.value["properties"].map({ Array($0.members) }) ?? []
            where member.value.boolean == true {
                let place = CapabilityPlace(tokens: tokens + ["properties", member.name])
                add(CapabilityName(property: place.path, of: entity.id), chain, isRefined)
            }
            addValues(of: subschema.value, at: place.path, chain, isRefined)
        }
    }

    /// Returns the versions of a platform that have the entity.
    func versions(on platform: JSONName) -> VersionSet { Self.versions([annotations], on: platform) }

    private mutating func addValues(
        of schema: JSONValue, at path: String, _ chain: [PlatformAvailability], _ isRefined: Bool
    ) {
        let words = schema["enum"]?.elements.compactMap(\.string) ?? []
        for word in words {
            let own = schema[.values]?[word].flatMap(PlatformAvailability.init)
            add(CapabilityName(value: word, at: path, of: entity), chain + (own.map { [$0] } ?? []), isRefined)
        }
    }

    private mutating func add(_ name: CapabilityName, _ chain: [PlatformAvailability], _ isRefined: Bool) {
        let new = Part(name: name, descriptions: [chain], isRefined: isRefined)
        if name.kind == .property {
            guard let place = places[name] else {
                places[name] = properties.count
                return properties.append(new)
            }
            properties[place].add(new)
        } else {
            let list = enums.firstIndex { $0.path == name.path } ?? enums.count
            if list == enums.count { enums.append((name.path, [])) }
            guard let place = places[name] else {
                places[name] = enums[list].values.count
                return enums[list].values.append(new)
            }
            enums[list].values[place].add(new)
        }
    }

    /// Returns the annotations of the subschemas around a place; nil inside an embedded schema resource.
    private static func nearest(
        _ tokens: [String], in around: [[String]: [PlatformAvailability]]
    ) -> [PlatformAvailability]? {
        guard !tokens.isEmpty else { return [] }
        var outer = tokens.dropLast()
        while true {
            // A definition applies where it is referred to, so the annotations around it have no effect.
            if let keyword = outer.last, ["$defs", "definitions"].contains(keyword) { return [] }
            if let known = around[Array(outer)] { return known }
            guard !outer.isEmpty else { return nil }
            outer.removeLast()
        }
    }

    /// Returns true if the schema at a place describes values of documents; false inside `if`, `not`, `contains` and
    /// `propertyNames`, which only test them.
    private static func isDescription(_ tokens: [String]) -> Bool {
        var index = 0
        while index < tokens.count {
            if testingKeywords.contains(tokens[index]) { return false }
            index += mapKeywords.contains(tokens[index]) ? 2 : 1
        }
        return true
    }

    private static func versions(_ descriptions: [[PlatformAvailability]], on platform: JSONName) -> VersionSet {
        descriptions.reduce(VersionSet.none) { versions, chain in
            versions.union(chain.reduce(VersionSet.all) { $0.intersection($1[platform].versions) })
        }
    }

    /// The keywords whose schemas only test values.
    private static let testingKeywords: Set<String> = ["if", "not", "contains", "propertyNames"]
    /// The keywords whose value is an object with a schema for each name.
    private static let mapKeywords: Set<String> = [
        "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies",
    ]
}

extension CapabilityOutline.Part {
    /// Adds another description of the part. Descriptions that only restrict the part are ignored if there are others.
    fileprivate mutating func add(_ other: CapabilityOutline.Part) {
        if isRefined, !other.isRefined {
            self = other
        } else if isRefined == other.isRefined {
            descriptions += other.descriptions
        }
    }
}

extension SchemaRepository {
    /// The outlines of all entities, by identifier.
    var capabilityOutlines: [(entity: Entity, outline: CapabilityOutline)] {
        entities.map { ($0, CapabilityOutline($0)) }
    }
}
