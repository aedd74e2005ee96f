import JSONText
import SchemaRepository

/// The rules of the values in a questionnaire: a person must be able to enter each test value. An initial value must meet
/// the same rules, except that a text may be empty or the beginning of an input mask.
struct CellValueRules {
    let document: JSONDocument

    /// Returns the faults of a cell's own initial value and test value.
    func diagnostics(of cell: QuestionnaireCell) -> [Diagnostic] {
        let initial = cell.value["initialValue"].map { fault(of: $0, in: cell, mayBeUnfinished: true) } ?? []
        let test = cell.value["testValue"].map { fault(of: $0, in: cell, mayBeUnfinished: false) } ?? []
        return initial + test
    }

    private func fault(of value: JSONValue, in cell: QuestionnaireCell, mayBeUnfinished: Bool) -> [Diagnostic] {
        switch (cell.kind, value.kind) {
        case ("text", .string), ("lookup", .string):
            if mayBeUnfinished, isBeginning(value, of: cell) { return [] }
            return text(value, of: cell)
        case ("number", .number), ("lookup", .number): return number(value, of: cell)
        case ("date", .string): return date(value, of: cell)
        case ("choice", _): return choice(value, of: cell)
        case ("composite", .object): return members(of: value, cell: cell, mayBeUnfinished: mayBeUnfinished)
        case ("list", .array):
            return value.elements.flatMap { element -> [Diagnostic] in
                guard element.kind == .object else {
                    let message = "Each entry of a list must be an object with cell keys and their values"
                    return [.rule("value", message, at: element, in: document)]
                }
                return members(of: element, cell: cell, mayBeUnfinished: mayBeUnfinished)
            }
        default: return []
        }
    }

    private func isBeginning(_ value: JSONValue, of cell: QuestionnaireCell) -> Bool {
        let text = value.string ?? ""
        let masks = masks(of: cell).map(\.mask)
        return text.isEmpty || masks.contains { $0.acceptsBeginning(text) && !$0.accepts(text) }
    }

    private func text(_ value: JSONValue, of cell: QuestionnaireCell) -> [Diagnostic] {
        let text = value.string ?? ""
        let masks = masks(of: cell)
        // If every mask has a condition, it is possible that none of them applies.
        if masks.contains(where: { !$0.isConditional }), !masks.contains(where: { $0.mask.accepts(text) }) {
            let list = masks.map { "\(code: $0.text)" }.joined(separator: ", ")
            let name = masks.count == 1 ? "the mask" : "any of the masks"
            return [.rule("value", "\(code: text) does not fit \(name) \(list)", at: value, in: document)]
        }
        for entry in cell.rules("patterns") where entry["when"] == nil {
            guard let source = entry["pattern"]?.string, let pattern = try? ValuePattern(source) else { continue }
            let name = "the pattern \(code: source, upTo: Excerpt.long)"
            do {
                if try pattern.matches(value) { continue }
                return [.rule("value", "\(code: text) does not match \(name)", at: value, in: document)]
            } catch {
                let message = "Checking this text against \(name) takes too long"
                return [.rule("value", message, at: value, in: document)]
            }
        }
        if let least = cell.validation?["minLength"]?.integer, text.unicodeScalars.count < least {
            let message = "\(code: text) is shorter than \(counted: least, "character")"
            return [.rule("value", message, at: value, in: document)]
        }
        if let most = cell.validation?["maxLength"]?.integer, text.unicodeScalars.count > most {
            let message = "\(code: text) is longer than \(counted: most, "character")"
            return [.rule("value", message, at: value, in: document)]
        }
        return []
    }

    private func number(_ value: JSONValue, of cell: QuestionnaireCell) -> [Diagnostic] {
        guard let number = value.number else { return [] }
        if let least = cell.validation?["minimum"]?.number, number < least {
            return [.rule("value", "\(number.text) is less than the minimum, \(least.text)", at: value, in: document)]
        }
        if let most = cell.validation?["maximum"]?.number, most < number {
            return [.rule("value", "\(number.text) is greater than the maximum, \(most.text)", at: value, in: document)]
        }
        return []
    }

    private func date(_ value: JSONValue, of cell: QuestionnaireCell) -> [Diagnostic] {
        let text = value.string ?? ""
        if text.isEmpty { return [] }
        guard let date = DateExpression(text) else {
            let message = "\(code: text) is not a date; write it as in `2024-12-31`"
            return [.rule("value", message, at: value, in: document)]
        }
        if let earliest = bound("minDate", of: cell), earliest.isAfter(date) {
            return [.rule("value", "\(code: text) is before the earliest date, `minDate`", at: value, in: document)]
        }
        if let latest = bound("maxDate", of: cell), date.isAfter(latest) {
            return [.rule("value", "\(code: text) is after the latest date, `maxDate`", at: value, in: document)]
        }
        return []
    }

    /// Returns a bound that always applies and depends on no other cell; nil if there is none.
    private func bound(_ name: String, of cell: QuestionnaireCell) -> DateExpression? {
        guard let bound = cell.validation?[name], bound["when"] == nil else { return nil }
        return DateExpression.written(in: bound)?.string.flatMap { DateExpression($0) }
    }

    private func choice(_ value: JSONValue, of cell: QuestionnaireCell) -> [Diagnostic] {
        guard let options = cell.value["options"], options.kind == .array, !value.isNull,
            options.elements.allSatisfy({ $0["value"].map { !$0.isEqual(to: value) } ?? false })
        else { return [] }
        let suggestion = Suggestion.nearest(
            to: value.string ?? "", among: options.elements.compactMap { $0["value"]?.string })
        let message = "\(value.excerpt) is not one of the options" + Diagnostic.didYouMean(suggestion)
        return [.rule("value", message, at: value, in: document, suggestion: suggestion)]
    }

    private func members(of value: JSONValue, cell: QuestionnaireCell, mayBeUnfinished: Bool) -> [Diagnostic] {
        let cells = cell.cells
        return value.members.flatMap { member -> [Diagnostic] in
            guard let inner = cells.first(where: { $0.key?.isExactly(member.name) ?? false }) else {
                let suggestion = Suggestion.nearest(to: member.name, among: cells.compactMap(\.key))
                let message = "No cell here has the key \(code: member.name)" + Diagnostic.didYouMean(suggestion)
                return [.rule("unknownKey", message, at: member, in: document, suggestion: suggestion)]
            }
            guard inner.mayHold(member.value) else {
                let message = "\(member.value.excerpt) is not a value for a cell of the kind \(code: inner.kind ?? "")"
                return [.rule("value", message, at: member.value, in: document)]
            }
            return fault(of: member.value, in: inner, mayBeUnfinished: mayBeUnfinished)
        }
    }

    private func masks(of cell: QuestionnaireCell) -> [(mask: InputMask, text: String, isConditional: Bool)] {
        cell.rules("masks").compactMap { entry in
            guard let text = InputMask.written(in: entry)?.string, let mask = InputMask(text) else { return nil }
            return (mask, text, entry["when"] != nil)
        }
    }
}

extension QuestionnaireCell {
    /// Returns true if cells of this kind may have a value of this JSON type. A cell of an unknown kind may have any
    /// value.
    fileprivate func mayHold(_ value: JSONValue) -> Bool {
        switch (kind, value.kind) {
        case (_, .null), ("text", .string), ("date", .string), ("number", .number), ("switch", .boolean),
            ("list", .array), ("composite", .object), ("document", .string), ("document", .object):
            true
        case ("choice", let type), ("lookup", let type): type != .object && type != .array
        case ("text", _), ("date", _), ("number", _), ("switch", _), ("list", _), ("composite", _), ("document", _):
            false
        default: true
        }
    }
}
