import JSONText

/// The cycles in a graph of things that refer to one another by name.
struct ReferenceCycles {
    struct Cycle {
        /// The names along the cycle, from the thing whose reference is reported.
        let names: [String]

        /// The reference to a later thing: what refers usually stands after what it refers to, so that this is the
        /// likeliest mistake.
        let reference: JSONValue

        /// All the references that make the cycle, from the one reported.
        let references: [JSONValue]

        /// `a` → `b` → `a`, for people.
        var path: String { (names + names.prefix(1)).map { "`\($0)`" }.joined(separator: " → ") }
    }

    struct Edge {
        /// The place of the thing referred to.
        let to: Int
        let reference: JSONValue
    }

    private(set) var found: [Cycle] = []

    private let names: [String]
    private let edges: [[Edge]]
    private var state: [State]
    private var path: [(node: Int, reference: JSONValue)] = []

    private enum State { case new, open, done }

    /// The cycles among things of these names, in order, each with its references.
    init(names: [String], edges: [[Edge]]) {
        self.names = names
        self.edges = edges
        state = Array(repeating: .new, count: names.count)
        for node in names.indices where state[node] == .new { visit(node) }
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
        found.append(
            Cycle(
                names: turned.map { names[$0.node] }, reference: cycle[first].reference,
                references: turned.map(\.reference)))
    }
}
