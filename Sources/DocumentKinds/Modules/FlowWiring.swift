import JSONSchema
import JSONText
import SchemaRepository

/// The rules of a flow's connections between modules.
struct FlowWiring {
    let modules: [WiredModule]
    let document: JSONDocument
    private let places: [JSONName: Int]

    /// The byte offset of each source module's first connection, by the module's id.
    private let firstConnections: [JSONName: Int]

    init(modules: [WiredModule], connections: [JSONValue], document: JSONDocument) {
        self.modules = modules
        self.document = document
        let named = modules.enumerated().compactMap { place, module in module.id.map { (JSONName($0), place) } }
        places = Dictionary(named) { first, _ in first }
        let starts = connections.compactMap { connection in
            connection["from"]?.string.map { (JSONName($0), connection.range.lowerBound) }
        }
        firstConnections = Dictionary(starts) { first, _ in first }
    }

    /// Returns a fault for each name in a connection that does not exist: the id of a module, the name of an event, or
    /// the tag of a container element.
    func naming(of connection: JSONValue) -> [Diagnostic] {
        let ends = ["from", "to"].compactMap { name -> Diagnostic? in
            guard let value = connection[name], let id = value.string, module(id) == nil else { return nil }
            return .unknownModule(id, among: modules, at: value, in: document)
        }
        guard let from = connection["from"]?.string.flatMap(module) else { return ends }
        return ends + event(of: connection, from: from) + container(of: connection, in: from)
    }

    /// Returns the faults of the data that a connection passes on, if the names in the connection exist.
    func mapping(of connection: JSONValue) -> [Diagnostic] {
        guard let from = connection["from"]?.string.flatMap(module), let to = connection["to"]?.string.flatMap(module),
            let name = connection["event"]?.string
        else { return [] }
        let payload: WiredModule.Contract
        if let event = from.event(name) {
            payload = event.payload
        } else if from.hasKnownEvents {
            return []
        } else {
            payload = .unknown
        }
        if connection["map"].map({ $0.kind != .object }) ?? connection.misspells("map") { return [] }
        return PayloadMapping(connection: connection, payload: payload, input: to.input, document: document).diagnostics
    }

    private func module(_ id: String) -> WiredModule? { places[JSONName(id)].map { modules[$0] } }

    private func event(of connection: JSONValue, from module: WiredModule) -> [Diagnostic] {
        guard let value = connection["event"], let name = value.string, module.hasKnownEvents,
            module.event(name) == nil
        else { return [] }
        // A source module without any events lacks its output; that is one fault, however many connections the module
        // has.
        let isFirst = firstConnections[JSONName(module.id ?? "")] == connection.range.lowerBound
        guard !module.events.isEmpty || isFirst else { return [] }
        let suggestion = Suggestion.nearest(to: name, among: module.events.compactMap(\.name))
        let message =
            "The module \(code: module.id ?? "") has no event \(code: name)" + Diagnostic.didYouMean(suggestion)
        return [.rule("unknownEvent", message, at: value, in: document, suggestion: suggestion)]
    }

    private func container(of connection: JSONValue, in parent: WiredModule) -> [Diagnostic] {
        guard let transition = connection["transition"], transition["kind"]?.string == "embed",
            let value = transition["container"], let tag = value.string, let tags = parent.tags,
            !tags.containsExactly(tag)
        else { return [] }
        let suggestion = Suggestion.nearest(to: tag, among: tags)
        let message =
            "No element of the module \(code: parent.id ?? "") has the tag \(code: tag)"
            + Diagnostic.didYouMean(suggestion)
        return [.rule("unknownContainer", message, at: value, in: document, suggestion: suggestion)]
    }
}
