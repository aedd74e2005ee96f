package import JSONText

/// The requirements for the value of one cell, with all conditions already evaluated.
package struct CellDemand: Sendable {
    let kind: String
    package let masks: [InputMask]
    let patterns: [Pattern]
    let validation: JSONValue?
    package let earliest: CalendarDay?
    package let latest: CalendarDay?
    let options: [JSONValue]?
    /// True if the cell has number bounds, so that a value from an option list should be a number.
    package let isNumeric: Bool
    let dates: DateResolver

    /// A pattern that applies. If `source` cannot be compiled, `expression` is nil and no value matches.
    struct Pattern: Sendable {
        let source: String
        let expression: ValuePattern?
        let message: String?

        /// Returns the fault of a value; nil if the value matches.
        func fault(of value: JSONValue) -> CellFault? {
            let fault = message.map(CellFault.message) ?? .pattern
            guard let expression else { return fault }
            do { return try expression.matches(value) ? nil : fault } catch { return .costlyPattern }
        }
    }

    init(_ cell: QuestionnaireCell, in scope: CellScope) {
        kind = cell.kind ?? ""
        dates = scope.dates
        validation = cell.validation
        masks = cell.rules("masks").filter { $0.kind != .object || scope.holds($0["when"]) }
            .compactMap { InputMask.written(in: $0)?.string.flatMap { InputMask($0) } }
        patterns = cell.rules("patterns").filter { scope.holds($0["when"]) }.compactMap { entry in
            entry["pattern"]?.string.map {
                Pattern(source: $0, expression: try? ValuePattern($0), message: entry["message"]?.string)
            }
        }
        earliest = scope.day(of: cell.validation?["minDate"])
        latest = scope.day(of: cell.validation?["maxDate"])
        isNumeric = ["minimum", "maximum"].contains { cell.validation?[$0] != nil }
        options = cell.value["options"].map { $0.elements.compactMap { $0["value"] } }
    }

    /// Returns true if a person could have entered the value.
    func accepts(_ value: SampleValue) -> Bool { !value.hasNoData && faults(of: value.root).isEmpty }

    /// Returns all rules that a value violates, beginning with those for which the document has a message; none for an
    /// empty value.
    package func faults(of value: JSONValue) -> [CellFault] {
        guard !value.hasNoData else { return [] }
        switch (kind, value.kind) {
        case ("lookup", .string) where isNumeric: return [.notANumber]
        case ("text", .string), ("lookup", .string): return faults(of: value, text: value.string ?? "")
        case ("number", .number), ("lookup", .number): return value.number.map(faults) ?? []
        case ("lookup", .boolean), ("switch", .boolean), ("document", .object), ("document", .string): return []
        case ("number", _): return [.notANumber]
        case ("date", .string): return CalendarDay(value.string ?? "").map(faults) ?? [.notADate]
        case ("choice", .string), ("choice", .number), ("choice", .boolean):
            return options?.contains { $0.isEqual(to: value) } ?? true ? [] : [.notAnOption]
        default: return [.wrongType]
        }
    }

    private func faults(of value: JSONValue, text: String) -> [CellFault] {
        let broken = patterns.compactMap { $0.fault(of: value) }
        let messages = broken.filter { $0 != .pattern && $0 != .costlyPattern }
        let unexplained = [CellFault.pattern, .costlyPattern].filter(broken.contains)
        let masked: [CellFault] =
            masks.isEmpty || masks.contains { $0.accepts(text) } ? [] : [.mask(masks)]
        var lengths: [CellFault] = []
        let length = text.unicodeScalars.count
        if let least = validation?["minLength"]?.integer, length < least { lengths.append(.shorter(than: least)) }
        if let most = validation?["maxLength"]?.integer, length > most { lengths.append(.longer(than: most)) }
        return messages + masked + unexplained + lengths
    }

    private func faults(of number: JSONNumber) -> [CellFault] {
        var faults: [CellFault] = []
        if let least = validation?["minimum"]?.number, number < least { faults.append(.less(than: least.text)) }
        if let most = validation?["maximum"]?.number, most < number { faults.append(.greater(than: most.text)) }
        return faults
    }

    private func faults(of day: CalendarDay) -> [CellFault] {
        if let earliest, day < earliest { return [.earlier(than: earliest)] }
        if let latest, latest < day { return [.later(than: latest)] }
        return []
    }
}
