import JSONSchema

/// The subschemas of a compiled schema that define parts which builds of apps list: entities, properties and enums.
struct CapabilityMarks: Sendable {
    /// The part that one subschema defines.
    struct Mark: Sendable {
        let entity: String
        let place: CapabilityPlace
        let isEntity: Bool
        let hasValues: Bool
    }

    /// The subschemas that a walk visits to find those that define parts.
    let reach: SchemaReach
    private let marks: [Mark?]

    /// Finds the subschemas that define parts; `entityIDs` are the identifiers of the entities, by the URIs that their
    /// documents are compiled under.
    init(of schema: Schema, entityIDs: [String: String]) {
        let marks = schema.nodes.map { node -> Mark? in
            guard let (entity, tokens) = node.placeInEntity(by: entityIDs) else { return nil }
            let place = CapabilityPlace(tokens: tokens)
            let hasValues = node.allowedValues != nil
            guard tokens.isEmpty || place.isProperty || hasValues else { return nil }
            return Mark(entity: entity, place: place, isEntity: tokens.isEmpty, hasValues: hasValues)
        }
        self.marks = marks
        reach = SchemaReach(in: schema) { marks[$0.id] != nil }
    }

    /// The part that a subschema defines; nil if builds do not list it.
    subscript(_ id: Int) -> Mark? { marks[id] }
}
