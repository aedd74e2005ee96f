import JSONText

/// Every subschema that a compiled schema can reach, in one flat list; references are numbers, so loops cost nothing.
final class SchemaGraph: Sendable {
    let nodes: [CompiledSchema]
    let resources: [CompiledResource]
    /// Whether any reference depends on the dynamic scope.
    let hasDynamicReferences: Bool

    init(nodes: [CompiledSchema], resources: [CompiledResource]) {
        self.nodes = nodes
        self.resources = resources
        hasDynamicReferences = nodes.contains { $0.references?.dynamic?.anchor != nil }
    }

    /// The location of a subschema: the URI of its resource, `#`, and the JSON Pointer inside it.
    func location(of id: SchemaID) -> String {
        let node = nodes[id]
        let resource = resources[node.resource]
        let tokens = node.source.pointer.tokens.dropFirst(resource.depth)
        return resource.uri + "#" + JSONPointer(tokens: Array(tokens)).description
    }

    /// What people call a subschema: its `x-name`, else its `title`, its own or that of what it refers to.
    func name(of id: SchemaID) -> String? {
        var current: SchemaID? = id
        var hops = 0
        while let id = current, hops < 16 {
            let source = nodes[id].source
            if let name = source["x-name"]?.string ?? source["title"]?.string { return name }
            current = nodes[id].references?.reference
            hops += 1
        }
        return nil
    }
}

/// What evaluation needs of a schema resource.
struct CompiledResource: Sendable {
    let uri: String
    /// The document's position in the registry.
    let entry: Int
    /// How many tokens the resource's root lies below its document's.
    let depth: Int
    let draft: Draft
    /// The anchors a dynamic reference may find here; the empty name is `$recursiveAnchor`.
    let dynamicAnchors: [String: SchemaID]
}
