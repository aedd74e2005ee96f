import JSONText

/// Every subschema that a compiled schema can reach, in one flat list; references are indices, so recursive schemas
/// need no special care.
final class SchemaGraph: Sendable {
    let nodes: [CompiledSchema]
    let resources: [CompiledResource]
    /// True if any reference depends on the dynamic scope.
    let hasDynamicReferences: Bool

    init(nodes: [CompiledSchema], resources: [CompiledResource]) {
        self.nodes = nodes
        self.resources = resources
        hasDynamicReferences = nodes.contains { $0.references?.dynamic?.anchor != nil }
    }

    /// Returns the location of a subschema: the URI of its resource, `#`, and the JSON Pointer inside it.
    func location(of id: SchemaID) -> String {
        let node = nodes[id]
        let resource = resources[node.resource]
        let tokens = node.source.pointer.tokens.dropFirst(resource.depth)
        return resource.uri + "#" + JSONPointer(tokens: Array(tokens)).description
    }

    /// Returns the name of a subschema in messages: its `x-name` or `title`, or else the name of its `$ref` target.
    /// Follows no more than 15 references.
    func name(of id: SchemaID) -> String? {
        var current: SchemaID? = id
        var hops = 0
        while let id = current, hops < 16 {
            let source = nodes[id].source
            if let name = source[.name]?.string ?? source["title"]?.string { return name }
            current = nodes[id].references?.reference
            hops += 1
        }
        return nil
    }
}

/// The data of a schema resource that evaluation and messages need.
struct CompiledResource: Sendable {
    let uri: String
    /// The URI that the document was added to the registry under.
    let documentURI: String
    /// The document's position in the registry.
    let entry: Int
    /// The number of pointer tokens from the document's root to the resource's root.
    let depth: Int
    let draft: Draft
    /// The subschemas with a dynamic anchor, by the anchor's name. A root with `$recursiveAnchor` has the empty name.
    let dynamicAnchors: [JSONName: SchemaID]
}
