import JSONSchema
import JSONText

/// The subschemas of a compiled schema that are parts which builds list.
struct CapabilityMarks: Sendable {
    /// The part that one subschema is.
    struct Mark: Sendable {
        let entity: String
        let place: CapabilityPlace
        let isEntity: Bool
        let hasValues: Bool
    }

    /// The subschemas that lead to one of them.
    let reach: SchemaReach
    private let marks: [Mark?]

    /// Reads a schema; `entities` are the identifiers of the entities by the URIs of their resources.
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

    /// The part that a subschema is; nil for one that no build lists.
    subscript(_ id: Int) -> Mark? { marks[id] }
}
