import JSONText
import SchemaRepository

/// The rules of references between cells.
struct CellReferenceRules {
    let cells: [QuestionnaireCell]
    let document: JSONDocument

    /// The index of each cell in text order, by its key. Of several cells with the same key, the first one is used.
    private let places: [JSONName: Int]
    private let keys: [String]

    init(cells: [QuestionnaireCell], document: JSONDocument) {
        self.cells = cells
        self.document = document
        var places: [JSONName: Int] = [:]
        for (place, cell) in cells.enumerated() {
            if let key = cell.key, places[JSONName(key)] == nil { places[JSONName(key)] = place }
        }
        self.places = places
        keys = cells.compactMap(\.key)
    }

    var diagnostics: [Diagnostic] {
        let cycles = cycles
        let inCycles = Set(cycles.flatMap { $0.references.map(\.range) })
        let late = lateParents.filter { !inCycles.contains($0.value.range) }.map { parent in
            Diagnostic.rule(
                "lateParent", "The parent \(code: parent.key ?? "") should come before this cell", at: parent.value,
                in: document, severity: .warning)
        }
        let faults = cells.lazy.flatMap { cell in CellReference.all(in: cell).compactMap { fault(of: $0, in: cell) } }
        return Array(faults.prefix(DocumentRuleLimits.faults))
            + cells.flatMap(repetitions) + cells.flatMap(unknownKeysInFormat)
            + cycles.map { cycle in
                .rule(
                    "parentCycle", "These cells depend on each other: \(cycle.path)", at: cycle.reference, in: document)
            } + late
    }

    /// Returns a warning for each key that `parentFields` or `hides` contains twice.
    private func repetitions(in cell: QuestionnaireCell) -> [Diagnostic] {
        ["parentFields", "hides"].flatMap { name -> [Diagnostic] in
            var seen: Set<JSONName> = []
            return (cell.value[name].map { Array($0.elements) } ?? []).compactMap { entry in
                guard let key = entry.string, !seen.insert(JSONName(key)).inserted else { return nil }
                let message = "\(code: key) is already in the list"
                return .rule("duplicateKey", message, at: entry, in: document, severity: .warning)
            }
        }
    }

    /// Returns a fault for each key in a composite's display format that no cell has.
    private func unknownKeysInFormat(of cell: QuestionnaireCell) -> [Diagnostic] {
        guard let format = cell.value["displayFormat"], let text = format.string else { return [] }
        let named = text.matches(of: /\{([^{}]+)\}/).map { String($0.output.1) }
        return named.filter { places[JSONName($0)] == nil }.map { key in
            .unknownKey(key, among: cell.cells.compactMap(\.key), at: format, in: document)
        }
    }

    private func fault(of reference: CellReference, in cell: QuestionnaireCell) -> Diagnostic? {
        guard let key = reference.key else { return nil }
        guard let place = places[JSONName(key)] else { return unknown(reference, key) }
        let other = cells[place]
        if cell.key?.isExactly(key) ?? false {
            // If two cells have the same key, a reference to that key is ambiguous, so it is not reported as a
            // reference to itself.
            guard other.value.range == cell.value.range else { return nil }
            return .rule("selfReference", "A cell cannot depend on itself", at: reference.value, in: document)
        }
        guard cell.lists.starts(with: other.lists) else {
            let message = "\(code: key) is inside a list; only cells of the same list can refer to it"
            return .rule("listScope", message, at: reference.value, in: document)
        }
        switch reference.role {
        case .date where Self.kindsWithoutDate.contains(other.kind ?? ""):
            return .rule(
                "date", "The cell \(code: key) is not a date, so it cannot limit a date", at: reference.value,
                in: document)
        case .condition(let value?):
            return condition(value, on: other)
        default: return nil
        }
    }

    private func unknown(_ reference: CellReference, _ key: String) -> Diagnostic {
        guard case .date = reference.role else {
            return .unknownKey(key, among: keys, at: reference.value, in: document)
        }
        guard DateExpression.isLikelyDate(key) else {
            let dates = cells.filter { $0.kind == "date" }.compactMap(\.key) + [DateExpression.today]
            return .unknownKey(key, among: dates, at: reference.value, in: document)
        }
        let message =
            "\(code: key) is not a date; write `2024-12-31`, `today`, `today-P18Y`, or the key of a date cell"
        return .rule("date", message, at: reference.value, in: document)
    }

    /// Returns a warning for a condition that can never hold, as far as the other cell's definition shows.
    private func condition(_ value: JSONValue, on other: QuestionnaireCell) -> Diagnostic? {
        let message: String
        switch other.kind {
        case "switch" where value.boolean == nil && !value.isNull:
            message = "\(code: other.key ?? "") is a switch, so `equals` must be true or false"
        case "choice":
            guard let options = other.value["options"], options.kind == .array, !value.isNull,
                options.elements.allSatisfy({ $0["value"].map { !$0.isEqual(to: value) } ?? false })
            else { return nil }
            message = "\(code: other.key ?? "") has no option \(value.excerpt), so this condition never holds"
        default: return nil
        }
        return .rule("condition", message, at: value, in: document, severity: .warning)
    }

    private static let kindsWithoutDate: Set<String> = [
        "text", "number", "choice", "switch", "list", "composite", "document",
    ]

    private var cycles: [ReferenceCycles.Cycle] {
        let edges = cells.map { cell in
            parents(of: cell).compactMap { parent -> ReferenceCycles.Edge? in
                guard let to = places[JSONName(parent.key ?? "")], parent.key != cell.key else { return nil }
                return ReferenceCycles.Edge(to: to, reference: parent.value)
            }
        }
        return ReferenceCycles(names: cells.map { $0.key ?? "" }, edges: edges).found
    }

    private var lateParents: [CellReference] {
        cells.enumerated().flatMap { place, cell in
            parents(of: cell).filter { parent in
                guard let other = places[JSONName(parent.key ?? "")], other > place else { return false }
                // A reference to a cell in a list that does not contain this cell is reported as `listScope`.
                return cell.lists.starts(with: cells[other].lists)
            }
        }
    }

    private func parents(of cell: QuestionnaireCell) -> [CellReference] {
        CellReference.all(in: cell).filter { if case .parent = $0.role { true } else { false } }
    }
}
