import JSONText
import SchemaRepository

/// The rules of modules, flows and tab containers: ids and events are unique, contracts (the schemas of inputs and
/// payloads) are valid, and connections name modules, events and places that exist. Warns about unreachable modules.
struct ModuleRules: DocumentRules {
    /// The value of `x-kind` for which these rules apply.
    static let kind = "module"

    func diagnostics(of value: JSONValue, in document: JSONDocument) -> [Diagnostic] {
        diagnostics(of: value, in: document, besides: SchemaFaults([]), work: .patient)
    }

    func diagnostics(
        of value: JSONValue, in document: JSONDocument, besides faults: SchemaFaults, work: WorkBudget
    ) -> [Diagnostic] {
        guard let written = value["modules"] else {
            return WiredModule(value, in: document, besides: faults, work: work).diagnostics(in: document)
        }
        let modules = written.elements.filter { $0.kind == .object }.map {
            WiredModule($0, in: document, besides: faults, work: work)
        }
        let own = identifiers(of: modules, in: document) + modules.flatMap { $0.diagnostics(in: document) }
        let connections = (value["connections"].map { Array($0.elements) } ?? []).filter { $0.kind == .object }
        let wiring = FlowWiring(modules: modules, connections: connections, document: document)
        // If a module lacks its id, a connection to it would be reported as naming an unknown module.
        let isReadable =
            !modules.isEmpty && modules.count == written.count && modules.allSatisfy { $0.id?.isEmpty == false }
        let wrong = Array(connections.lazy.flatMap(wiring.naming).prefix(DocumentRuleLimits.faults))
        let naming = (start(value["start"], among: modules, in: document) + wrong)
            .filter { isReadable || $0.code != Self.unknownModule }
        let isSound = !own.contains { $0.severity == .error }
        guard isReadable, isSound, naming.isEmpty else { return own + naming + connections.flatMap(wiring.mapping) }
        let mapping = connections.flatMap(wiring.mapping)
        // A connection that cannot be read may be the one that leads to a module that otherwise seems unreachable.
        let isWired =
            (value["connections"].map { $0.kind == .array && $0.count == connections.count }
                ?? !value.misspells("connections"))
            && connections.allSatisfy { $0["from"]?.string != nil && $0["to"]?.string != nil }
        guard isWired, !faults.touch(value["start"]) else { return own + mapping }
        return own + mapping
            + unreachable(from: value["start"], modules: modules, connections: connections, in: document)
    }

    private static let unknownModule = "document.unknownModule"

    private func identifiers(of modules: [WiredModule], in document: JSONDocument) -> [Diagnostic] {
        var seen: Set<JSONName> = []
        return modules.compactMap { module in
            guard let value = module.value["id"], let id = module.id, !seen.insert(JSONName(id)).inserted else {
                return nil
            }
            return .rule("duplicateModule", "Another module already has the id \(code: id)", at: value, in: document)
        }
    }

    private func start(_ start: JSONValue?, among modules: [WiredModule], in document: JSONDocument) -> [Diagnostic] {
        guard let start, let id = start.string, !modules.contains(where: { $0.id?.isExactly(id) ?? false }) else {
            return []
        }
        return [.unknownModule(id, among: modules, at: start, in: document)]
    }

    private func unreachable(
        from start: JSONValue?, modules: [WiredModule], connections: [JSONValue], in document: JSONDocument
    ) -> [Diagnostic] {
        guard let start = start?.string.map({ JSONName($0) }) else { return [] }
        var targets: [JSONName: [JSONName]] = [:]
        for connection in connections {
            guard let from = connection["from"]?.string, let to = connection["to"]?.string else { continue }
            targets[JSONName(from), default: []].append(JSONName(to))
        }
        var reached: Set<JSONName> = [start]
        var pending = [start]
        while let id = pending.popLast() {
            for target in targets[id] ?? [] where reached.insert(target).inserted { pending.append(target) }
        }
        return modules.compactMap { module in
            guard let value = module.value["id"], let id = module.id, !reached.contains(JSONName(id)) else {
                return nil
            }
            let message = "No connection leads from the start to \(code: id)"
            return .rule("unreachableModule", message, at: value, in: document, severity: .warning)
        }
    }
}

extension Diagnostic {
    /// Returns the fault of an id that no module has, located at the value that names it.
    static func unknownModule(
        _ id: String, among modules: [WiredModule], at value: JSONValue, in document: JSONDocument
    ) -> Diagnostic {
        let candidates = modules.prefix(DocumentRuleLimits.candidates).compactMap(\.id)
        let suggestion = Suggestion.nearest(to: id, among: candidates)
        let message = "No module has the id \(code: id)" + didYouMean(suggestion)
        return .rule("unknownModule", message, at: value, in: document, suggestion: suggestion)
    }
}
