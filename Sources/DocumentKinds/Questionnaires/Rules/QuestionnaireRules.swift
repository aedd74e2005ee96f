import JSONText
import SchemaRepository

/// The rules of questionnaires.
///
/// Every key is unique; every cell that is referred to exists; a cell inside a list is referred to only from inside the
/// same list; no cell refers to itself, directly or through `parentFields`; masks, patterns and dates can be parsed, and limits do not contradict each other; values
/// fit their cells; and no two options of a cell have the same value.
struct QuestionnaireRules: DocumentRules {
    /// The value of `x-kind` for which these rules apply.
    static let kind = "questionnaire"

    func diagnostics(of value: JSONValue, in document: JSONDocument) -> [Diagnostic] {
        diagnostics(of: value, in: document, besides: SchemaFaults([]), work: .patient)
    }

    func diagnostics(
        of value: JSONValue, in document: JSONDocument, besides faults: SchemaFaults, work: WorkBudget
    ) -> [Diagnostic] {
        let cells = QuestionnaireCell.all(in: value)
        let values = CellValueRules(document: document)
        let naming =
            optionalKeys(of: value, cells: cells, in: document)
            + CellReferenceRules(cells: cells, document: document).diagnostics
            + cells.flatMap { work.isSpent ? [] : values.diagnostics(of: $0) }
        // If the key of a cell cannot be read, references to it would be reported as unknown.
        let isReadable = QuestionnaireCell.areAllReadable(in: value)
        return keys(of: cells, in: document)
            + naming.filter { isReadable || $0.code != Self.unknownKey }
            + cells.flatMap { work.isSpent ? [] : ValidationRules(cell: $0, document: document).diagnostics }
            + cells.flatMap { work.isSpent ? [] : options(of: $0, in: document) }
    }

    private static let unknownKey = "document.unknownKey"

    private func keys(of cells: [QuestionnaireCell], in document: JSONDocument) -> [Diagnostic] {
        var seen: Set<JSONName> = []
        return cells.compactMap { cell in
            guard let value = cell.keyValue, let key = cell.key, !seen.insert(JSONName(key)).inserted else {
                return nil
            }
            return .rule("duplicateKey", "Another cell already has the key \(code: key)", at: value, in: document)
        }
    }

    private func optionalKeys(of value: JSONValue, cells: [QuestionnaireCell], in document: JSONDocument)
        -> [Diagnostic]
    {
        let keys = cells.compactMap(\.key)
        let known = Set(keys.map { JSONName($0) })
        var seen: Set<JSONName> = []
        var found: [Diagnostic] = []
        for entry in value["optionalKeys"].map({ Array($0.elements) }) ?? [] {
            guard let key = entry.string, found.count < DocumentRuleLimits.faults else { continue }
            if !known.contains(JSONName(key)) {
                found.append(.unknownKey(key, among: keys, at: entry, in: document))
            } else if !seen.insert(JSONName(key)).inserted {
                let message = "\(code: key) is already in the list"
                found.append(.rule("duplicateKey", message, at: entry, in: document, severity: .warning))
            }
        }
        return found
    }

    private func options(of cell: QuestionnaireCell, in document: JSONDocument) -> [Diagnostic] {
        var seen: [JSONValue] = []
        return (cell.value["options"].map { Array($0.elements) } ?? []).compactMap { option in
            guard let value = option["value"] else { return nil }
            guard !seen.contains(where: { $0.isEqual(to: value) }) else {
                let message = "Another option already has the value \(value.excerpt)"
                return .rule("duplicateValue", message, at: value, in: document)
            }
            seen.append(value)
            return nil
        }
    }
}

extension Diagnostic {
    /// Returns the fault of a key that no cell has, located at the value that names it.
    static func unknownKey(_ key: String, among keys: [String], at value: JSONValue, in document: JSONDocument)
        -> Diagnostic
    {
        let candidates = Array(keys.prefix(DocumentRuleLimits.candidates))
        let suggestion = Suggestion.nearest(to: key, among: candidates)
        let message = "No cell has the key \(code: key)" + didYouMean(suggestion)
        return .rule("unknownKey", message, at: value, in: document, suggestion: suggestion)
    }
}
