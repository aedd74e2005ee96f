/// The position of a person in a flow: the layers of open modules and those embedded in them.
///
/// The state is the list of performed connections that were not reversed, by their index in the document, and the
/// values typed in their modules; everything else follows from it. Entries that the flow does not allow are ignored.
struct FlowWalk: Equatable {
    /// The maximum number of performed connections.
    static let limit = 32

    /// A module that is shown.
    struct Shown: Equatable {
        let module: String
        /// The index of the entry that opened it; nil for the start.
        let entry: Int?
        /// The modules embedded in its containers; the newest of each container is last.
        var embedded: [Embedded] = []

        /// The key of the module in its walk.
        var key: String { entry.map(String.init) ?? "start" }

        /// The module with all embedded ones.
        var all: [Shown] { [self] + embedded.flatMap(\.shown.all) }
    }

    /// A module embedded in a container.
    struct Embedded: Equatable {
        let container: String
        var shown: Shown
    }

    /// A module on top of the previous ones.
    struct Layer: Equatable {
        /// The transition that opened it; nil for the start.
        let kind: FlowConnection.Kind?
        var base: Shown
    }

    private(set) var entries: [Int] = []
    /// The layers, from the start on.
    private(set) var layers: [Layer]
    /// The values typed in modules that were left.
    var kept = FlowKept()

    /// Creates a walk at the start.
    init(start: String) {
        layers = [Layer(kind: nil, base: Shown(module: start, entry: nil))]
    }

    /// Creates the walk after some connections of a flow, optionally from another module than its start.
    init(_ flow: ModuleFlow, entries: [Int], start: String? = nil, kept: FlowKept = FlowKept()) {
        self.init(start: start ?? flow.start)
        self.kept = kept
        take(Array(entries.enumerated()), in: flow)
    }

    /// Performs entries with former indices; typed values move with them.
    private mutating func take(_ entries: [(offset: Int, element: Int)], in flow: ModuleFlow) {
        var places: [Int: Int] = [:]
        for (offset, element) in entries where perform(element, in: flow) { places[offset] = self.entries.count - 1 }
        kept.move(places)
    }

    /// The modules whose events can occur now: those of the topmost layer.
    var visible: [Shown] { layers.last?.base.all ?? [] }

    /// Performs a connection if its module is visible; returns true if it did.
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

    /// Reverses an entry and everything opened from it; returns false if there is no such entry.
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
    /// Embeds a module in a container of the innermost, newest module with an id; returns false if there is none.
    fileprivate mutating func put(_ embedded: FlowWalk.Embedded, into module: String) -> Bool {
        for place in self.embedded.indices.reversed() where self.embedded[place].shown.put(embedded, into: module) {
            return true
        }
        guard self.module == module else { return false }
        self.embedded.append(embedded)
        return true
    }

    /// The newest module in each container.
    var topmost: [FlowWalk.Embedded] {
        var newest: [FlowWalk.Embedded] = []
        for one in embedded {
            newest.removeAll { $0.container == one.container }
            newest.append(one)
        }
        return newest
    }
}
