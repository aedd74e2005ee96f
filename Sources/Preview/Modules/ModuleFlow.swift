import JSONText

/// A document of modules and their connections.
struct ModuleFlow {
    /// The maximum number of modules, and of connections; further ones are ignored.
    static let limit = 400

    let modules: [FlowModule]
    let connections: [FlowConnection]
    let start: String
    /// The number of modules beyond the limit.
    let omitted: Int
    private let places: [String: Int]

    init(_ root: JSONValue, others: OtherDocuments) {
        let written = (root["modules"].map { Array($0.elements) } ?? []).enumerated().filter {
            $0.element.kind == .object
        }
        omitted = max(0, written.count - Self.limit)
        modules = written.prefix(Self.limit).map {
            FlowModule($0.element, path: "/modules/\($0.offset)", others: others)
        }
        connections = (root["connections"].map { Array($0.elements) } ?? []).enumerated()
            .filter { $0.element.kind == .object }.prefix(Self.limit)
            .map { FlowConnection($0.element, place: $0.offset) }
        start = root["start"]?.string ?? ""
        places = Dictionary(modules.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
    }

    /// Returns the index of the first module with an id, or nil.
    func place(of id: String) -> Int? { places[id] }

    /// Returns the module with an id, or nil.
    func module(_ id: String) -> FlowModule? { places[id].map { modules[$0] } }

    /// Returns the connections of a module in source order.
    func connections(from id: String) -> [FlowConnection] { connections.filter { $0.from == id } }

    /// Returns the connection with an index, or nil.
    func connection(_ place: Int) -> FlowConnection? { connections.first { $0.place == place } }

    /// The shortest path to each reachable module, by the module's index: the indexes of the connections that lead from
    /// the start to the module.
    var ways: [Int: [Int]] {
        guard let first = places[start] else { return [:] }
        var leaving: [String: [FlowConnection]] = [:]
        for connection in connections { leaving[connection.from, default: []].append(connection) }
        var ways: [Int: [Int]] = [first: []]
        var open = [first]
        var next = 0
        while next < open.count {
            let place = open[next]
            next += 1
            for connection in leaving[modules[place].id] ?? [] {
                guard let target = places[connection.to], ways[target] == nil else { continue }
                ways[target] = (ways[place] ?? []) + [connection.place]
                open.append(target)
            }
        }
        return ways
    }
}
