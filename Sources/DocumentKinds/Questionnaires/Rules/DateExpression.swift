import JSONText

/// A date in a questionnaire: a calendar day, or a day counted from today.
enum DateExpression: Equatable {
    /// A calendar day, written as `2024-12-31`.
    case day(CalendarDay)

    /// A day this many months and days after today, written as `today`, `today+P1M2D` or, with negative numbers for a
    /// day before today, `today-P18Y`.
    case fromToday(months: Int, days: Int)

    /// Parses a date; nil for any other text.
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
    /// The exclusive upper limit for the count of each unit, so that sums cannot overflow.
    private static let maximumCount = 1_000_000

    /// Returns the text of a bound, which is either the value itself or the member `date` of an object with a
    /// condition.
    static func written(in bound: JSONValue) -> JSONValue? { bound.kind == .object ? bound["date"] : bound }

    /// Returns true if a text that is not a valid date was probably meant to be one and not the key of a cell.
    static func isLikelyDate(_ text: String) -> Bool {
        text.hasPrefix(today) || text.first.map { ("0"..."9").contains($0) } ?? true
    }

    /// Returns true if this date is certainly later than the other. False if one of them is a calendar day and the
    /// other is counted from today.
    func isAfter(_ other: DateExpression) -> Bool {
        switch (self, other) {
        case (.day(let day), .day(let otherDay)): otherDay < day
        case (.fromToday(let months, let days), .fromToday(let otherMonths, let otherDays)):
            // Months differ in length: between 1901 and 2099, any number of months in a row differs by less than five
            // days from the same number of average months.
            months == otherMonths
                ? days > otherDays : Double(months - otherMonths) * 30.436875 + Double(days - otherDays) > 5
        default: false
        }
    }

    /// Parses an ISO 8601 duration of years, months, weeks and days, for example `P1Y6M`; nil for any other text.
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
            guard let count = Int(digits), count < Self.maximumCount, let letter = rest.popFirst(),
                let unit = units.firstIndex(where: { $0.letter == letter })
            else { return nil }
            length.months += count * units[unit].months
            length.days += count * units[unit].days
            units = units[(unit + 1)...]
        }
        return units.count == 4 ? nil : length
    }
}
