import JSONText

/// Finds reference loops that never descend into the value, so that validation would never end.
struct EndlessReferences {
    let graph: SchemaGraph

    /// Returns a fault for each loop, at the `$ref` that closes the loop or, without one, at the subschema that does.
    /// `atRoot` has the loops that the root schema reaches without descending into the value, `inDefinitions` all
    /// others.
    func faults() -> (atRoot: [SchemaIndex.Fault], inDefinitions: [SchemaIndex.Fault]) {
        var state = [State](repeating: .new, count: graph.nodes.count)
        var found: [SchemaIndex.Fault] = []
        var countAtRoot = 0
        for start in graph.nodes.indices where state[start] == .new {
            state[start] = .open
            var path = [(id: start, next: neighbors(of: start)[...])]
            while let last = path.indices.last {
                guard let next = path[last].next.popFirst() else {
                    state[path[last].id] = .done
                    path.removeLast()
                    continue
                }
                if state[next] == .open {
                    found.append(fault(at: path[last].id))
                } else if state[next] == .new {
                    state[next] = .open
                    path.append((next, neighbors(of: next)[...]))
                }
            }
            if start == 0 { countAtRoot = found.count }
        }
        return (Array(found.prefix(countAtRoot)), Array(found.dropFirst(countAtRoot)))
    }

    private enum State { case new, open, done }

    private func fault(at id: SchemaID) -> SchemaIndex.Fault {
        let node = graph.nodes[id]
        return SchemaIndex.Fault(
            entry: graph.resources[node.resource].entry, value: node.source["$ref"] ?? node.source,
            failure: .endlessReference)
    }

    /// Returns the subschemas that apply to the same value.
    private func neighbors(of id: SchemaID) -> [SchemaID] {
        let node = graph.nodes[id]
        var next = [node.references?.reference].compactMap { $0 }
        next += (node.objects?.dependentSchemas ?? []).map(\.schema)
        guard let logic = node.logic else { return next }
        next += logic.allOf + logic.anyOf + logic.oneOf
        next += [logic.not, logic.condition, logic.consequence, logic.alternative].compactMap { $0 }
        return next
    }
}
