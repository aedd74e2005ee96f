/// Converts the dates of questionnaires to calendar days, given today's date.
struct DateResolver: Sendable {
    let today: CalendarDay

    /// Returns the calendar day for a text: a day, `today`, or a duration from today (`today-P18Y`, `today+P1M2D`); nil
    /// for any other text, and if the result is before 0000-03-01 or after 9999-12-31 (a day that is written out
    /// may be in January or February of the year 0).
    func day(_ text: String) -> CalendarDay? {
        switch DateExpression(text) {
        case .day(let day)?: day
        case .fromToday(let months, let days)?: today.adding(months: months)?.adding(days: days)
        case nil: nil
        }
    }
}
