import JSONText

/// Finds cycles in a graph of named nodes that refer to one another.
struct ReferenceCycles {
    struct Cycle {
        /// The names along the cycle, beginning with the node whose reference is reported.
        let names: [String]

        /// The reference to report. In a cycle of several nodes it points to a later node: most references point to
        /// earlier nodes, so this one is the likeliest mistake.
        let reference: JSONValue

        /// All references of the cycle, beginning with the reported one.
        let references: [JSONValue]

        /// The path for messages, for example `a` → `b` → `a`.
        var path: String { (names + names.prefix(1)).map { "\(code: $0)" }.joined(separator: " → ") }
    }

    struct Edge {
        /// The index of the node that is referred to.
        let to: Int
        let reference: JSONValue
    }

    private(set) var found: [Cycle] = []

    private let names: [String]
    private let edges: [[Edge]]
    private var state: [State]
    private var path: [(node: Int, reference: JSONValue)] = []

    private enum State { case new, open, done }

    /// Finds the cycles among the nodes with these names. `edges` contains the references of each node.
    init(names: [String], edges: [[Edge]]) {
        self.names = names
        self.edges = edges
        state = Array(repeating: .new, count: names.count)
        for node in names.indices where state[node] == .new { visit(node) }
    }

    /// Searches depth first with an explicit stack, because a chain may be as long as the document allows.
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
        found.append(
            Cycle(
                names: turned.map { names[$0.node] }, reference: cycle[first].reference,
                references: turned.map(\.reference)))
    }
}
