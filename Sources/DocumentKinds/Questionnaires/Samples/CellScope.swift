import JSONText

/// The values that cells have so far, as one cell sees them: those of its own list entry before those outside.
struct CellScope {
    let dates: DateReckoning
    var values: [String: JSONValue] = [:]

    /// Whether a condition holds; one that is absent does.
    func holds(_ condition: JSONValue?) -> Bool {
        guard let condition else { return true }
        guard let key = condition["key"]?.string, let expected = condition["equals"] else { return false }
        guard let value = values[key] else { return expected.isNull }
        return value.isEqual(to: expected)
    }

    /// The day that a bound means now; nil where it does not count, or the cell that it names is empty.
    func day(of bound: JSONValue?) -> CalendarDay? {
        guard let bound, bound.kind != .object || holds(bound["when"]),
            let text = DateExpression.written(in: bound)?.string
        else { return nil }
        return dates.day(text) ?? values[text]?.string.flatMap(dates.day)
    }
}
