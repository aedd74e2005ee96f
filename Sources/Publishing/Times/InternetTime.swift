package import Foundation

/// Times in the format of RFC 3339, section 5.6.
package enum InternetTime {
    /// The years that four digits can write.
    private static let years = 1...9_999
    private static let microsecondsPerSecond: Int64 = 1_000_000

    /// Parses a text such as `2026-11-21T10:00:00Z` or `2026-11-21T13:00:00.5+03:00`.
    ///
    /// Returns nil for text in another format, for days and hours that do not exist (Foundation would continue with the
    /// next month or day), for leap seconds (`:60`), and for times whose year in UTC is not 1 to 9999, because they
    /// cannot be written in this format.
    package static func date(_ text: String) -> Date? {
        let form =
            /([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})/
        guard let match = text.wholeMatch(of: form)?.output,
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3), let hour = Int(match.4),
            let minute = Int(match.5), let second = Int(match.6), let offset = offset(match.8),
            year > 0, hour < 24, minute < 60, second < 60
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = DateComponents(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        guard let date = calendar.date(from: parts),
            calendar.dateComponents([.year, .month, .day], from: date)
                == DateComponents(year: year, month: month, day: day)
        else { return nil }
        let fraction = match.7.flatMap { Double("0" + $0) } ?? 0
        let time = date.addingTimeInterval(fraction - Double(offset))
        let inUTC = calendar.dateComponents([.era, .year], from: time)
        return inUTC.era == 1 && years.contains(inUTC.year ?? 0) ? time : nil
    }

    /// Returns a date in UTC, as `2026-11-21T10:00:00.123456Z` or, if the microseconds are 0, `2026-11-21T10:00:00Z`.
    /// The database has the same precision, and `date(_:)` reads the same moment from the text.
    package static func text(_ date: Date) -> String {
        let microseconds = (date.timeIntervalSinceReferenceDate * Double(microsecondsPerSecond)).rounded()
        guard let (seconds, rest) = Int64(exactly: microseconds).map(whole) else { return date.formatted(.iso8601) }
        let second = Date(timeIntervalSinceReferenceDate: Double(seconds)).formatted(.iso8601)
        guard rest > 0 else { return second }
        let digits = String(microsecondsPerSecond + rest).dropFirst()
        return "\(second.dropLast()).\(digits)Z"
    }

    /// Returns a date for sentences, in whole seconds: `2026-11-21 10:00:00 UTC`.
    package static func words(_ date: Date) -> String { words(of: text(date)) }

    /// Returns a text from `text(_:)` in the form for sentences, in whole seconds: `2026-11-21 10:00:00 UTC`.
    package static func words(of text: String) -> String {
        let day = text.prefix { $0 != "T" }
        return "\(day) \(text.dropFirst(day.count + 1).prefix("hh:mm:ss".count)) UTC"
    }

    /// Returns the whole seconds of a time, rounded down, and the remaining microseconds.
    private static func whole(_ microseconds: Int64) -> (seconds: Int64, rest: Int64) {
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: microsecondsPerSecond)
        return rest < 0 ? (seconds - 1, rest + microsecondsPerSecond) : (seconds, rest)
    }

    /// Returns the seconds by which a time zone is ahead of UTC; nil if the offset is invalid.
    private static func offset(_ text: Substring) -> Int? {
        guard text.utf8.count > 1 else { return 0 }
        guard let hours = Int(text.dropFirst().prefix(2)), let minutes = Int(text.suffix(2)), hours < 24, minutes < 60
        else { return nil }
        return (text.hasPrefix("-") ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }
}

extension JSONEncoder.DateEncodingStrategy {
    /// Writes dates as `InternetTime.text(_:)` does, so that a time copied from an answer names the same moment.
    package static var internetTime: Self {
        .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(InternetTime.text(date))
        }
    }
}
