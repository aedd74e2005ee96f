/// Where a person is in a flow: what is shown over what, and what stands inside what.
///
/// The state is the list of connections performed and not reversed yet, by their place in the document, and what was
/// typed in the modules they opened; all else follows from it. Entries that the flow does not allow are left out.
struct FlowWalk: Equatable {
    /// Connections performed at most; more are not taken.
    static let limit = 32

    /// A module that is shown.
    struct Shown: Equatable {
        let module: String
        /// The place among the entries of the connection that opened it; nil for the start.
        let entry: Int?
        /// What was put into its containers, the newest of each container last.
        var embedded: [Embedded] = []

        /// What it is known by in its walk.
        var key: String { entry.map(String.init) ?? "start" }

        /// The modules shown here, those inside included.
        var all: [Shown] { [self] + embedded.flatMap(\.shown.all) }
    }

    /// A module inside a container of another.
    struct Embedded: Equatable {
        let container: String
        var shown: Shown
    }

    /// One module over what was there before.
    struct Layer: Equatable {
        /// How it came there; nil for the start.
        let kind: FlowConnection.Kind?
        var base: Shown
    }

    private(set) var entries: [Int] = []
    /// The layers, the start first.
    private(set) var layers: [Layer]
    /// What was typed in the modules that were left.
    var kept = FlowKept()

    /// The walk before its first step.
    init(start: String) {
        layers = [Layer(kind: nil, base: Shown(module: start, entry: nil))]
    }

    /// The walk after connections of a flow; from another module than its start where one is given.
    init(_ flow: ModuleFlow, entries: [Int], start: String? = nil, kept: FlowKept = FlowKept()) {
        self.init(start: start ?? flow.start)
        self.kept = kept
        take(Array(entries.enumerated()), in: flow)
    }

    /// Performs entries that had other places before; what was typed goes with them.
    private mutating func take(_ entries: [(offset: Int, element: Int)], in flow: ModuleFlow) {
        var places: [Int: Int] = [:]
        for (offset, element) in entries where perform(element, in: flow) { places[offset] = self.entries.count - 1 }
        kept.move(places)
    }

    /// The modules whose events can come now: those of the uppermost layer.
    var visible: [Shown] { layers.last?.base.all ?? [] }

    /// Opens what a connection opens, where its module is shown; answers whether it did.
    @discardableResult
    mutating func perform(_ place: Int, in flow: ModuleFlow) -> Bool {
        guard entries.count < Self.limit, let connection = flow.connection(place), let kind = connection.kind,
            flow.module(connection.to) != nil, visible.contains(where: { $0.module == connection.from })
        else { return false }
        let shown = Shown(module: connection.to, entry: entries.count)
        if kind == .embed {
            let embedded = Embedded(container: connection.container ?? "", shown: shown)
            guard layers[layers.count - 1].base.put(embedded, into: connection.from) else { return false }
        } else {
            layers.append(Layer(kind: kind, base: shown))
        }
        entries.append(place)
        return true
    }

    /// Hides again what an entry opened, and all that was opened from there; answers whether there was such an entry.
    @discardableResult
    mutating func reverse(_ entry: Int, in flow: ModuleFlow) -> Bool {
        guard entries.indices.contains(entry) else { return false }
        var left = Array(entries.enumerated())
        if flow.connection(entries[entry])?.kind == .embed {
            left.remove(at: entry)
        } else {
            left.removeSubrange(entry...)
        }
        let kept = kept
        self = FlowWalk(start: flow.start)
        self.kept = kept
        take(left, in: flow)
        return true
    }
}

extension FlowWalk.Shown {
    /// Puts a module into a container of the innermost newest module of that id; answers whether there was one.
    fileprivate mutating func put(_ embedded: FlowWalk.Embedded, into module: String) -> Bool {
        for place in self.embedded.indices.reversed() where self.embedded[place].shown.put(embedded, into: module) {
            return true
        }
        guard self.module == module else { return false }
        self.embedded.append(embedded)
        return true
    }

    /// What stands in each container now: the newest that was put there.
    var topmost: [FlowWalk.Embedded] {
        var newest: [FlowWalk.Embedded] = []
        for one in embedded {
            newest.removeAll { $0.container == one.container }
            newest.append(one)
        }
        return newest
    }
}
