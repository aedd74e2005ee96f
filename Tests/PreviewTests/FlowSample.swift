import JSONText
import SchemaRepository

@testable import Preview

/// Flows for the tests, made of a few words.
enum FlowSample {
    /// A connection: who sends, which event, who is opened, and how.
    typealias Wire = (from: String, event: String, to: String, kind: String)

    /// A flow of modules that show their own names, the first of which is the start.
    static func text(_ modules: [String], _ wires: [Wire], outputs: [String: [String]] = [:]) -> String {
        let written = modules.map { id in
            let events = Set(wires.filter { $0.from == id }.map(\.event)).sorted() + (outputs[id] ?? [])
            let output = events.map { #"{"event": "\#($0)"}"# }.joined(separator: ", ")
            return """
                {"id": "\(id)", "content": {"element": {"type": "StackView", "axis": "vertical", "elements": [
                 {"type": "TextView", "text": {"value": "Screen \(id)"}},
                 {"type": "ViewWrapper", "tag": "slot-\(id)", "element": {"type": "TextView", "text": {"value": "Slot"}}}]}},
                 "output": [\(output)]}
                """
        }
        let connections = wires.map { wire in
            let container = wire.kind == "embed" ? #", "container": "slot-\#(wire.from)""# : ""
            return """
                {"from": "\(wire.from)", "event": "\(wire.event)", "to": "\(wire.to)",
                 "transition": {"kind": "\(wire.kind)"\(container)}}
                """
        }
        return """
            {"type": "ModuleFlow", "title": "A flow", "start": "\(modules.first ?? "")",
             "modules": [\(written.joined(separator: ","))], "connections": [\(connections.joined(separator: ","))]}
            """
    }

    /// The flow of a text.
    static func flow(_ text: String) throws -> ModuleFlow {
        ModuleFlow(try JSONDocument(parsing: text).root, others: OtherDocuments(PreviewSample.sources))
    }

    /// One module from which every kind of transition leads on, two deep.
    static let everyKind = text(
        ["home", "cards", "details", "about", "terms", "lock"],
        [
            ("home", "shown", "cards", "embed"), ("cards", "selected", "details", "push"),
            ("home", "aboutTapped", "about", "present"), ("about", "termsTapped", "terms", "push"),
            ("details", "termsTapped", "terms", "curtain"), ("home", "timedOut", "lock", "window"),
        ])
}
