/// A person's walk through a flow: the layers of modules that the person has opened, with the modules embedded in them.
///
/// The state is the list of performed connections that were not reversed, by their index in the document, and the
/// values typed in the opened modules; the layers are derived from the list. Connections that cannot be performed are
/// ignored.
struct FlowWalk: Equatable {
    /// The maximum number of performed connections.
    static let limit = 32

    /// An open module, with the modules embedded in it.
    struct Shown: Equatable {
        let module: String
        /// The index in `entries` of the connection that opened the module; nil for the start module.
        let entry: Int?
        /// The modules embedded in containers of this module, the newest last.
        var embedded: [Embedded] = []

        /// The key of the module's typed values: `entry` as text, or `start`.
        var key: String { entry.map(String.init) ?? "start" }

        /// The module and all modules embedded in it at any depth.
        var all: [Shown] { [self] + embedded.flatMap(\.shown.all) }
    }

    /// A module embedded in a container.
    struct Embedded: Equatable {
        let container: String
        var shown: Shown
    }

    /// The start module, or a module that was opened over the previous layers.
    struct Layer: Equatable {
        /// The transition that opened the layer; nil for the start module.
        let kind: FlowConnection.Kind?
        var base: Shown
    }

    /// The performed connections, by their index in the document.
    private(set) var entries: [Int] = []
    /// The layers, beginning with the start module.
    private(set) var layers: [Layer]
    /// The values typed in modules that were left.
    var kept = FlowFieldValues()

    /// Creates a walk at a start module.
    init(start: String) {
        layers = [Layer(kind: nil, base: Shown(module: start, entry: nil))]
    }

    /// Creates a walk by performing connections of a flow, from its start module or another one.
    init(_ flow: ModuleFlow, entries: [Int], start: String? = nil, kept: FlowFieldValues = FlowFieldValues()) {
        self.init(start: start ?? flow.start)
        self.kept = kept
        take(Array(entries.enumerated()), in: flow)
    }

    /// Performs connections, given with their former indexes in the walk, and moves the typed values to the new
    /// indexes.
    private mutating func take(_ entries: [(offset: Int, element: Int)], in flow: ModuleFlow) {
        var places: [Int: Int] = [:]
        for (offset, element) in entries where perform(element, in: flow) { places[offset] = self.entries.count - 1 }
        kept.move(places)
    }

    /// The modules whose events can occur now: those of the topmost layer.
    var visible: [Shown] { layers.last?.base.all ?? [] }

    /// Performs a connection, which opens or embeds its target, if its kind is known, its source module is visible and
    /// its target exists; returns false if it cannot be performed or the walk has `limit` connections already.
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

    /// Reverses the connection with an index in the walk and all later connections. If the connection is an `embed`,
    /// however, the later connections that can still be performed stay. Returns false if the walk has no connection
    /// with this index.
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
    /// Embeds a module in the module with the id `module`, in the newest and innermost one if there are several;
    /// returns false if there is none.
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
