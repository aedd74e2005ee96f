import JSONText

/// The cycles of references along one axis.
struct ConstraintCycles {
    struct Cycle {
        /// The tags along the cycle, from the element whose reference is reported.
        let tags: [String]

        /// The reference to a later element: elements are usually placed against earlier ones, so that this is the
        /// likeliest mistake.
        let reference: JSONValue
    }

    private(set) var found: [Cycle] = []

    private struct Edge {
        let to: Int
        let reference: JSONValue
    }

    private var edges: [[Edge]] = []
    private var tags: [String] = []
    private var state: [State] = []
    private var path: [(node: Int, reference: JSONValue)] = []

    private enum State { case new, open, done }

    init(children: [ConstrainedChild], axis: ConstraintAxis) {
        var places: [String: Int] = [:]
        for (index, child) in children.enumerated() {
            tags.append(child.tag ?? "")
            if let tag = child.tag { places[tag] = index }
        }
        edges = children.map { child in
            child.constraints.compactMap { constraint in
                guard constraint.axis == axis, let value = constraint.referenceValue,
                    let to = constraint.reference.flatMap({ places[$0] })
                else { return nil }
                return Edge(to: to, reference: value)
            }
        }
        state = Array(repeating: .new, count: children.count)
        for node in children.indices where state[node] == .new { visit(node) }
    }

    /// Depth first with a stack of its own: a chain may be as long as the document allows.
    private mutating func visit(_ start: Int) {
        var pending: [(node: Int, next: Int)] = [(start, 0)]
        state[start] = .open
        while let (node, next) = pending.last {
            guard next < edges[node].count else {
                state[node] = .done
                pending.removeLast()
                if !path.isEmpty { path.removeLast() }
                continue
            }
            pending[pending.count - 1].next += 1
            let edge = edges[node][next]
            switch state[edge.to] {
            case .new:
                state[edge.to] = .open
                path.append((node, edge.reference))
                pending.append((edge.to, 0))
            case .open: report(Array(path.drop { $0.node != edge.to }) + [(node, edge.reference)])
            case .done: break
            }
        }
    }

    private mutating func report(_ cycle: [(node: Int, reference: JSONValue)]) {
        let count = cycle.count
        let first = cycle.indices.first { cycle[$0].node < cycle[($0 + 1) % count].node } ?? 0
        let turned = Array(cycle[first...] + cycle[..<first])
        found.append(Cycle(tags: turned.map { tags[$0.node] }, reference: cycle[first].reference))
    }
}
