import JSONText
import SchemaRepository

@testable import Preview

/// Builds flows for tests from module ids and connections.
enum FlowSample {
    /// A connection: the sending module, the event, the opened module, and the kind of transition.
    typealias Connection = (from: String, event: String, to: String, kind: String)

    /// Returns the JSON text of a flow. Its modules show their own names, and the first module is the start.
    static func text(_ modules: [String], _ connections: [Connection], outputs: [String: [String]] = [:]) -> String {
        let writtenModules = modules.map { id in
            let events = Set(connections.filter { $0.from == id }.map(\.event)).sorted() + (outputs[id] ?? [])
            let output = events.map { #"{"event": "\#($0)"}"# }.joined(separator: ", ")
            return """
                {"id": "\(id)", "content": {"element": {"type": "StackView", "axis": "vertical", "elements": [
                 {"type": "TextView", "text": {"value": "Screen \(id)"}},
                 {"type": "ViewWrapper", "tag": "slot-\(id)", "element": {"type": "TextView", "text": {"value": "Slot"}}}]}},
                 "output": [\(output)]}
                """
        }
        let writtenConnections = connections.map { one in
            let container = one.kind == "embed" ? #", "container": "slot-\#(one.from)""# : ""
            return """
                {"from": "\(one.from)", "event": "\(one.event)", "to": "\(one.to)",
                 "transition": {"kind": "\(one.kind)"\(container)}}
                """
        }
        return """
            {"type": "ModuleFlow", "title": "A flow", "start": "\(modules.first ?? "")",
             "modules": [\(writtenModules.joined(separator: ","))],
             "connections": [\(writtenConnections.joined(separator: ","))]}
            """
    }

    /// Parses a flow.
    static func flow(_ text: String) throws -> ModuleFlow {
        ModuleFlow(try JSONDocument(parsing: text).root, others: OtherDocuments(PreviewSample.sources))
    }

    /// A flow with every kind of transition, in which modules open further modules at two levels.
    static let everyKind = text(
        ["home", "cards", "details", "about", "terms", "lock"],
        [
            ("home", "shown", "cards", "embed"), ("cards", "selected", "details", "push"),
            ("home", "aboutTapped", "about", "present"), ("about", "termsTapped", "terms", "push"),
            ("details", "termsTapped", "terms", "curtain"), ("home", "timedOut", "lock", "window"),
        ])
}
