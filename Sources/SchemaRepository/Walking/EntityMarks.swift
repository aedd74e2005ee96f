import JSONSchema
import JSONText

/// The subschemas of a compiled schema that are whole schema resources, as entities are.
struct EntityMarks: Sendable {
    private let uris: [Int: String]
    private let reach: SchemaReach

    init(of schema: Schema) {
        var uris: [Int: String] = [:]
        for node in schema.nodes {
            let location = node.location
            if location.hasSuffix("#") { uris[node.id] = String(location.dropLast()) }
        }
        self.uris = uris
        reach = SchemaReach(in: schema) { uris[$0.id] != nil }
    }

    /// Returns the URIs of the schema resources that apply to a value or to something inside it.
    func uris(from root: SchemaNode, _ value: JSONValue) -> Set<String> {
        let pairs = SchemaWalk.pairs(from: root, value, within: reach) { uris[$0.id] != nil }
        return Set(pairs.compactMap { uris[$0.schema.id] })
    }
}
