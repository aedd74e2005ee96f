import JSONSchema
import JSONText
import SchemaRepository

/// The rules of the data that one connection passes on: the mapped places exist in both contracts, their types agree,
/// and every place that the input requires is mapped.
struct PayloadMapping {
    let connection: JSONValue
    let payload: WiredModule.Contract
    let input: WiredModule.Contract
    let document: JSONDocument

    var diagnostics: [Diagnostic] {
        let entries = (connection["map"].map { Array($0.members) } ?? []).map(Entry.init)
        let found = Array(entries.lazy.compactMap(fault).prefix(DocumentRuleLimits.faults))
        // A wrong target may be a misspelling of a required place, so missing places are not reported in this case.
        let isMistaken = entries.contains { entry in
            guard let target = entry.target, case .schema(let schema) = input else { return true }
            return ContractPlace(at: target, of: [schema]).isAbsent
        }
        return found + (isMistaken ? [] : missing(among: entries.compactMap(\.target)))
    }

    /// A member of the map: its name is a pointer into the target's input, its value a pointer into the event's
    /// payload.
    private struct Entry {
        let member: JSONMember

        var target: JSONPointer? { JSONPointer(member.name) }
        var source: JSONPointer? { member.value.string.flatMap { JSONPointer($0) } }
    }

    private func fault(of entry: Entry) -> Diagnostic? {
        guard let target = entry.target else {
            let suggestion = "/" + entry.member.name
            let message =
                "\(code: entry.member.name) is not a pointer; did you mean \(code: suggestion, upTo: Excerpt.long)?"
            return .rule("pointer", message, at: entry.member, in: document, suggestion: suggestion)
        }
        guard let text = entry.member.value.string else { return nil }
        guard let source = entry.source else { return .pointer(text, at: entry.member.value, in: document) }
        let targetPlace: ContractPlace
        switch place(target, of: input) {
        case .absent(let names):
            return unknown(target, names, "The input has nothing at", at: entry, isSource: false)
        case let found: targetPlace = found
        }
        switch place(source, of: payload) {
        case .absent(let names):
            return unknown(source, names, "The event has no data at", at: entry, isSource: true)
        case .described(let sources):
            guard case .described(let targets) = targetPlace,
                let reason = disagreement(
                    of: alternatives(at: source, of: payload) ?? [sources],
                    with: alternatives(at: target, of: input) ?? [targets])
            else { return optional(source, into: target, at: entry) }
            let message = "\(code: source) does not fit \(code: target): \(reason)"
            return .rule("mapType", message, at: entry.member.value, in: document)
        case .free: return nil
        }
    }

    /// Returns a warning if the payload may lack the mapped value, which the input requires.
    private func optional(_ source: JSONPointer, into target: JSONPointer, at entry: Entry) -> Diagnostic? {
        guard case .schema(let payload) = payload, case .schema(let input) = input,
            ContractPlace.isRequired(target, of: [input]), !ContractPlace.isRequired(source, of: [payload])
        else { return nil }
        let message = "\(code: target) is required, and \(code: source) may be missing from the event"
        return .rule("optionalSource", message, at: entry.member.value, in: document, severity: .warning)
    }

    /// Returns the reason why one of the sources agrees with none of the targets; nil if each source agrees with a
    /// target. Sources and targets are alternatives of unions, each with the schemas that apply.
    private func disagreement(of sources: [[SchemaNode]], with targets: [[SchemaNode]]) -> String? {
        for source in sources {
            let reasons = targets.compactMap { ContractAgreement.disagreement(of: source, with: $0) }
            if reasons.count == targets.count, let reason = reasons.first { return reason }
        }
        return nil
    }

    /// Returns the schemas of a place for each branch of a contract's unions that describes the place; nil if no branch
    /// does.
    private func alternatives(at pointer: JSONPointer, of contract: WiredModule.Contract) -> [[SchemaNode]]? {
        guard case .schema(let schema) = contract, !pointer.tokens.isEmpty else { return nil }
        let branches = ContractPlace.expanded([schema], withAlternatives: false).flatMap { $0.oneOf + $0.anyOf }
        let found = branches.compactMap { branch -> [SchemaNode]? in
            guard case .described(let schemas) = ContractPlace(at: pointer, of: [branch]) else { return nil }
            return schemas
        }
        return found.isEmpty ? nil : found
    }

    private func place(_ pointer: JSONPointer, of contract: WiredModule.Contract) -> ContractPlace {
        switch contract {
        case .undeclared: .absent([])
        case .unknown: .free
        case .schema(let schema): ContractPlace(at: pointer, of: [schema])
        }
    }

    private func unknown(
        _ pointer: JSONPointer, _ names: [String], _ message: String, at entry: Entry, isSource: Bool
    ) -> Diagnostic {
        let suggestion = pointer.tokens.last.flatMap { Suggestion.nearest(to: $0, among: names) }
            .map { JSONPointer(tokens: pointer.tokens.dropLast() + [$0]).description }
        let text = "\(message) \(code: pointer)" + Diagnostic.didYouMean(suggestion)
        return isSource
            ? .rule("unknownPointer", text, at: entry.member.value, in: document, suggestion: suggestion)
            : .rule("unknownPointer", text, at: entry.member, in: document, suggestion: suggestion)
    }

    private func missing(among targets: [JSONPointer]) -> [Diagnostic] {
        guard case .schema(let schema) = input else { return [] }
        let missing = missing(at: JSONPointer(), of: [schema], targets: targets)
        guard !missing.isEmpty else { return [] }
        let list = missing.map { "\(code: $0)" }.joined(separator: ", ")
        let places = missing.count == 1 ? "it" : "each of these"
        let message = "\(code: connection["to"]?.string ?? "") needs \(list); map a value of the event to \(places)"
        return [.rule("missingInput", message, at: connection, in: document)]
    }

    /// Returns the required places of the input that nothing is mapped to. If only parts of a place are mapped, its
    /// missing required parts are returned instead.
    private func missing(at place: JSONPointer, of schemas: [SchemaNode], targets: [JSONPointer]) -> [JSONPointer] {
        if targets.contains(place) { return [] }
        let required = ContractPlace.expanded(schemas, withAlternatives: false).flatMap(\.required)
        var seen: Set<JSONName> = []
        return required.filter { seen.insert(JSONName($0)).inserted }.flatMap { name -> [JSONPointer] in
            let inner = place.appending(name)
            if targets.contains(inner) { return [] }
            guard targets.contains(where: { $0.tokens.starts(with: inner.tokens) { $0.isExactly($1) } }),
                case .described(let schemas) = ContractPlace(at: JSONPointer(tokens: [name]), of: schemas)
            else { return [inner] }
            return missing(at: inner, of: schemas, targets: targets)
        }
    }
}
