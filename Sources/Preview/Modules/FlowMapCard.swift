/// The lines and the height of a card in a flow's map; lengths are CSS pixels at text size 1.
struct FlowMapCard {
    /// A line of the card.
    struct Line {
        enum Style: String {
            case id, title, input, event, payload
        }

        let style: Style
        /// The baseline of the text, from the card's top.
        let baseline: Int
        let text: String
        /// The path of the part of the document that the line describes; nil if the line has none of its own.
        var path: String?
    }

    /// The module; nil if only connections name the id.
    let module: FlowModule?
    let id: String
    let lines: [Line]
    /// The distances of the separating lines from the card's top.
    let rules: [Int]
    let height: Int
    /// The distances from the card's top of the events without a connection.
    let looseEnds: [Int]
    /// The distances from the card's top at which arrows leave, by the connection's index.
    let ports: [Int: Int]

    /// Lists the title of the module's content, the module's first 6 inputs, the first 64 events that it declares, and
    /// the events that only connections name; each connection gets a port beside its event.
    init(_ module: FlowModule?, id: String, title: String?, connections: [FlowConnection], words: FrameWords) {
        self.module = module
        self.id = id
        var lines = [Line(style: .id, baseline: 29, text: id.isEmpty ? "–" : id)]
        var (rules, loose, ports): ([Int], [Int], [Int: Int]) = ([], [], [:])
        var y = 42
        if let title {
            lines.append(Line(style: .title, baseline: 47, text: title, path: module?.contentPath))
            y = 58
        }
        if let input = module?.input {
            rules.append(y)
            let summary = ContractSummary(input, words: words)
            let shown = summary.rows.isEmpty ? [summary.text] : summary.rows.prefix(6).map(\.text)
            for text in shown {
                lines.append(Line(style: .input, baseline: y + 20, text: text, path: module.map { $0.path + "/input" }))
                y += 18
            }
            if summary.rows.count > 6 {
                let more = words["more", ["count": words.number(summary.rows.count - 6)]]
                lines.append(Line(style: .input, baseline: y + 20, text: more))
                y += 18
            }
            y += 10
        }
        let events = Self.events(module, connections: connections, words: words)
        if !events.isEmpty { rules.append(y) }
        for event in events {
            lines.append(Line(style: .event, baseline: y + 20, text: event.name, path: event.path))
            let payload = event.payload
            if let payload { lines.append(Line(style: .payload, baseline: y + 35, text: payload, path: event.path)) }
            for (place, connection) in event.connections.enumerated() { ports[connection.place] = y + 16 + place * 28 }
            if event.connections.isEmpty { loose.append(y + 16) }
            y += max(payload == nil ? 24 : 39, event.connections.count * 28)
        }
        self.lines = lines
        self.rules = rules
        height = y + (events.isEmpty ? 0 : 8)
        looseEnds = loose
        self.ports = ports
    }

    private struct Event {
        let name: String
        let payload: String?
        let path: String?
        var connections: [FlowConnection]
    }

    /// Returns the events that the module declares, then those that only connections name.
    private static func events(_ module: FlowModule?, connections: [FlowConnection], words: FrameWords) -> [Event] {
        var events = (module?.outputs ?? []).prefix(64).map { output in
            Event(
                name: output.event, payload: output.payload.map { ContractSummary($0, words: words).text },
                path: output.path,
                connections: [])
        }
        for connection in connections {
            if let place = events.firstIndex(where: { $0.name == connection.event }) {
                events[place].connections.append(connection)
            } else {
                events.append(Event(name: connection.event, payload: nil, path: nil, connections: [connection]))
            }
        }
        return events
    }
}
