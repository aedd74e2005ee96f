/// Converts the dates of questionnaires to calendar days, given today's date.
struct DateReckoning: Sendable {
    let today: CalendarDay

    /// Returns the calendar day for a text: a day, `today`, or a duration from today (`today-P18Y`, `today+P1M2D`); nil
    /// for any other text.
    func day(_ text: String) -> CalendarDay? {
        if let day = CalendarDay(text) { return day }
        guard text.hasPrefix(DateExpression.today), DateExpression(text) != nil else { return nil }
        let rest = text.dropFirst(DateExpression.today.count)
        guard let sign = rest.first else { return today }
        var months = 0
        var days = 0
        var count = 0
        for character in rest.dropFirst(2) {
            switch character {
            case "Y": months += 12 * count
            case "M": months += count
            case "W": days += 7 * count
            case "D": days += count
            default:
                count = count * 10 + (character.wholeNumberValue ?? 0)
                continue
            }
            count = 0
        }
        let direction = sign == "-" ? -1 : 1
        return today.adding(months: direction * months)?.adding(days: direction * days)
    }
}
