import JSONText

/// A date as a questionnaire may write it: a day of the calendar, or a day counted from today.
enum DateExpression: Equatable {
    /// A day, written as in `2024-12-31`.
    case day(CalendarDay)

    /// So many days after today, or before it; a month counts as 30.4 days, a year as 365.25.
    case fromToday(days: Double)

    /// Nil for any other text.
    init?(_ text: String) {
        if let day = CalendarDay(text) {
            self = .day(day)
        } else if text == Self.today {
            self = .fromToday(days: 0)
        } else if text.hasPrefix(Self.today + "+"), let days = Self.days(of: text.dropFirst(Self.today.count + 1)) {
            self = .fromToday(days: days)
        } else if text.hasPrefix(Self.today + "-"), let days = Self.days(of: text.dropFirst(Self.today.count + 1)) {
            self = .fromToday(days: -days)
        } else {
            return nil
        }
    }

    static let today = "today"

    /// The text of a bound, which may have a condition.
    static func written(in bound: JSONValue) -> JSONValue? { bound.kind == .object ? bound["date"] : bound }

    /// Whether a text that is no date was meant to be one rather than a cell’s key.
    static func isMeant(by text: String) -> Bool {
        text.hasPrefix(today) || text.first.map { ("0"..."9").contains($0) } ?? true
    }

    /// Whether this is certainly after another: two days of the calendar, or two counted from the same day.
    func isAfter(_ other: DateExpression) -> Bool {
        switch (self, other) {
        case (.day(let day), .day(let otherDay)): otherDay < day
        // A bound less than a day apart may be the same day, whatever the lengths of months.
        case (.fromToday(let days), .fromToday(let otherDays)): days - otherDays > 2
        default: false
        }
    }

    /// The length of an ISO 8601 duration of years, months, weeks and days, as in `P1Y6M`.
    private static func days(of duration: Substring) -> Double? {
        guard duration.first == "P" else { return nil }
        var rest = duration.dropFirst()
        var days = 0.0
        var units: ArraySlice<(letter: Character, days: Double)> = [("Y", 365.25), ("M", 30.4), ("W", 7), ("D", 1)]
        while !rest.isEmpty {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count)
            guard let count = Int(digits), count < 1_000_000, let letter = rest.popFirst(),
                let unit = units.firstIndex(where: { $0.letter == letter })
            else { return nil }
            days += Double(count) * units[unit].days
            units = units[(unit + 1)...]
        }
        return units.count == 4 ? nil : days
    }
}
