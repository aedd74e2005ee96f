/// Adds days and months to a day, in the proleptic Gregorian calendar.
extension CalendarDay {
    /// The day in ISO 8601 format.
    package var text: String { Self.text(year, month, day) }

    /// Returns the day a number of months later (earlier if negative), or the last day of the resulting month if that
    /// month is too short; nil outside of the years 0 to 9999.
    func adding(months: Int) -> CalendarDay? {
        let total = year * 12 + month - 1 + months
        guard total >= 0 else { return nil }
        // A month has at most three days fewer than the longest.
        return (0...3).lazy.compactMap { CalendarDay(Self.text(total / 12, total % 12 + 1, day - $0)) }.first
    }

    /// Returns the day a number of days later (earlier if negative); nil before 0000-03-01 and after 9999-12-31.
    func adding(days: Int) -> CalendarDay? { CalendarDay(ordinal: ordinal + days) }

    private static func text(_ year: Int, _ month: Int, _ day: Int) -> String {
        "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    }

    private static func digits(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    /// The number of days since 0000-03-01. Years that begin in March have the leap day at their end.
    private var ordinal: Int {
        let years = month > 2 ? year : year - 1
        let months = (month + 9) % 12
        return years * 365 + Self.leapDays(years) + (months * 306 + 5) / 10 + day - 1
    }

    private init?(ordinal: Int) {
        guard ordinal >= 0 else { return nil }
        var years = ordinal * 10_000 / 3_652_425 + 1
        while years * 365 + Self.leapDays(years) > ordinal { years -= 1 }
        let rest = ordinal - years * 365 - Self.leapDays(years)
        let months = (rest * 10 + 5) / 306
        let day = rest - (months * 306 + 5) / 10 + 1
        let month = (months + 2) % 12 + 1
        let year = month > 2 ? years : years + 1
        self.init(Self.text(year, month, day))
    }

    /// Returns the number of leap days from 0000-03-01 to the same day `years` years later; -1 if `years` is -1, as for
    /// January and February of the year 0.
    private static func leapDays(_ years: Int) -> Int {
        // Division rounds toward zero, so the calculation adds 400 years, which avoids a negative number, and subtracts
        // their 97 leap days.
        let years = years + 400
        return years / 4 - years / 100 + years / 400 - 97
    }
}
