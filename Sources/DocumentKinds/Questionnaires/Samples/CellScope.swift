import JSONText

/// The values of cells that the conditions and bounds of one cell can use.
struct CellScope {
    let dates: DateResolver
    var values: [JSONName: JSONValue] = [:]

    /// Returns true if a condition holds or is absent. An empty cell equals null.
    func holds(_ condition: JSONValue?) -> Bool {
        guard let condition else { return true }
        guard let key = condition["key"]?.string, let expected = condition["equals"] else { return false }
        guard let value = values[JSONName(key)] else { return expected.isNull }
        return value.isEqual(to: expected)
    }

    /// Returns the day of a bound; nil if the bound does not apply or the cell that it refers to is empty.
    func day(of bound: JSONValue?) -> CalendarDay? {
        guard let bound, bound.kind != .object || holds(bound["when"]),
            let text = DateExpression.written(in: bound)?.string
        else { return nil }
        return dates.day(text) ?? values[JSONName(text)]?.string.flatMap(dates.day)
    }
}
