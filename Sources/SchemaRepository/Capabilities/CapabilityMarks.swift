import JSONSchema
import JSONText

/// The subschemas of a compiled schema that define parts which builds of apps list: entities, properties and enums.
struct CapabilityMarks: Sendable {
    /// The part that one subschema defines.
    struct Mark: Sendable {
        let entity: String
        let place: CapabilityPlace
        let isEntity: Bool
        let hasValues: Bool
    }

    /// The subschemas to visit in order to find all marked ones.
    let reach: SchemaReach
    private let marks: [Mark?]

    /// Finds the marked subschemas; `entities` maps the URI of each schema resource to the identifier of its entity.
    init(of schema: Schema, entities: [String: String]) {
        let marks = schema.nodes.map { node -> Mark? in
            let parts = node.location.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            guard let entity = entities[String(parts[0])], parts.count == 2,
                let pointer = JSONPointer(String(parts[1]))
            else { return nil }
            let place = CapabilityPlace(tokens: pointer.tokens)
            let hasValues = node.allowedValues != nil
            guard pointer.tokens.isEmpty || place.isProperty || hasValues else { return nil }
            return Mark(entity: entity, place: place, isEntity: pointer.tokens.isEmpty, hasValues: hasValues)
        }
        self.marks = marks
        reach = SchemaReach(in: schema) { marks[$0.id] != nil }
    }

    /// The part that a subschema defines; nil if builds do not list it.
    subscript(_ id: Int) -> Mark? { marks[id] }
}
