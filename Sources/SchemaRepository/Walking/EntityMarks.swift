import JSONSchema
import JSONText

/// The subschemas of a compiled schema that are whole entities.
struct EntityMarks: Sendable {
    /// The identifiers of the entities, by the numbers of their subschemas.
    private let ids: [Int: String]
    private let reach: SchemaReach

    /// Finds the entities; `entityIDs` are their identifiers, by the URIs that their documents are compiled under.
    init(of schema: Schema, entityIDs: [String: String]) {
        var ids: [Int: String] = [:]
        for node in schema.nodes {
            if let (id, tokens) = node.placeInEntity(by: entityIDs), tokens.isEmpty { ids[node.id] = id }
        }
        self.ids = ids
        reach = SchemaReach(in: schema) { ids[$0.id] != nil }
    }

    /// Returns the identifiers of the entities that apply to a value or to something inside it.
    func ids(from root: SchemaNode, _ value: JSONValue) -> Set<String> {
        let pairs = SchemaWalk.pairs(from: root, value, within: reach) { ids[$0.id] != nil }
        return Set(pairs.compactMap { ids[$0.schema.id] })
    }
}
