import JSONText

/// A date as a questionnaire may write it: a day of the calendar, or a day counted from today.
enum DateExpression: Equatable {
    /// A day, written as in `2024-12-31`.
    case day(CalendarDay)

    /// So many months and days after today, or before it where they are negative.
    case fromToday(months: Int, days: Int)

    /// Nil for any other text.
    init?(_ text: String) {
        if let day = CalendarDay(text) {
            self = .day(day)
        } else if text == Self.today {
            self = .fromToday(months: 0, days: 0)
        } else if text.hasPrefix(Self.today + "+"), let length = Self.length(of: text.dropFirst(Self.today.count + 1)) {
            self = .fromToday(months: length.months, days: length.days)
        } else if text.hasPrefix(Self.today + "-"), let length = Self.length(of: text.dropFirst(Self.today.count + 1)) {
            self = .fromToday(months: -length.months, days: -length.days)
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
        case (.fromToday(let months, let days), .fromToday(let otherMonths, let otherDays)):
            // Whatever the months between them are, they are at most three days shorter than so many on average.
            months == otherMonths
                ? days > otherDays : Double(months - otherMonths) * 30.436875 + Double(days - otherDays) > 3
        default: false
        }
    }

    /// The length of an ISO 8601 duration of years, months, weeks and days, as in `P1Y6M`.
    private static func length(of duration: Substring) -> (months: Int, days: Int)? {
        guard duration.first == "P" else { return nil }
        var rest = duration.dropFirst()
        var length = (months: 0, days: 0)
        var units: ArraySlice<(letter: Character, months: Int, days: Int)> = [
            ("Y", 12, 0), ("M", 1, 0), ("W", 0, 7), ("D", 0, 1),
        ]
        while !rest.isEmpty {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count)
            guard let count = Int(digits), count < 1_000_000, let letter = rest.popFirst(),
                let unit = units.firstIndex(where: { $0.letter == letter })
            else { return nil }
            length.months += count * units[unit].months
            length.days += count * units[unit].days
            units = units[(unit + 1)...]
        }
        return units.count == 4 ? nil : length
    }
}
