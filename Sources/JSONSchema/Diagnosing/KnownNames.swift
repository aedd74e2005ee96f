import JSONText

/// Collects the property names that a schema declares, through every subschema that applies to the same value.
struct KnownNames {
    private let graph: SchemaGraph

    init(_ graph: SchemaGraph) {
        self.graph = graph
    }

    /// Returns the declared names in schema order; if the value's discriminator selects branches of a union, without
    /// the names of its other branches. Looks at no more than 256 subschemas.
    func names(of schema: SchemaID, at value: JSONValue) -> [String] {
        var names: [String] = []
        var seen: Set<SchemaID> = []
        var pending = [schema]
        while let id = pending.popLast(), seen.count < 256 {
            guard seen.insert(id).inserted else { continue }
            let node = graph.nodes[id]
            names.append(contentsOf: (node.objects?.properties ?? []).map(\.name))
            pending.append(contentsOf: inPlace(node, value).reversed())
        }
        var unique: Set<[UInt8]> = []
        return names.filter { unique.insert(Array($0.utf8)).inserted }
    }

    private func inPlace(_ node: CompiledSchema, _ value: JSONValue) -> [SchemaID] {
        var next = [node.references?.reference, node.references?.dynamic?.target].compactMap { $0 }
        next += (node.objects?.dependentSchemas ?? []).map(\.schema)
        guard let logic = node.logic else { return next }
        next += logic.allOf
        next += branches(logic.anyOf, logic.anyOfDiscriminator, value)
        next += branches(logic.oneOf, logic.oneOfDiscriminator, value)
        next += [logic.condition, logic.consequence, logic.alternative].compactMap { $0 }
        return next
    }

    private func branches(_ all: [SchemaID], _ discriminator: Discriminator?, _ value: JSONValue) -> [SchemaID] {
        guard let discriminator, let decider = value[discriminator.property] else { return all }
        let chosen = discriminator.branches(for: decider)
        return chosen.isEmpty ? all : chosen.map { all[$0] }
    }
}
