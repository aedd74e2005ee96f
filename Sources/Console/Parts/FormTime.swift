import Foundation
import Publishing

/// The notation of times in form fields and addresses, in UTC.
enum FormTime {
    private static let microsecondsPerSecond = 1_000_000.0
    private static let microsecondsPerMillisecond = 1_000.0

    /// Parses `2026-11-24T08:00`, with or without seconds, their fraction and `Z`; nil for any other text.
    static func date(_ text: String) -> Date? {
        let plain = text.hasSuffix("Z") ? String(text.dropLast()) : text
        let isShort = plain.utf8.count == "2026-11-24T08:00".utf8.count
        return InternetTime.date("\(plain)\(isShort ? ":00" : "")Z")
    }

    /// Returns a time exactly, for an address: `2026-11-24T08:00`, with seconds and microseconds unless they are 0.
    static func text(_ date: Date) -> String {
        let text = String(InternetTime.text(date).dropLast())
        return text.hasSuffix(":00") ? String(text.dropLast(":00".count)) : text
    }

    /// Returns a text that `date(_:)` parses as the value of a `datetime-local` field, which can hold at most
    /// milliseconds; any other text unchanged. A time between two milliseconds becomes the later one, so that what was
    /// released at that time is not left out.
    static func field(_ text: String) -> String {
        guard let date = date(text) else { return text }
        let microseconds = (date.timeIntervalSinceReferenceDate * microsecondsPerSecond).rounded()
        let milliseconds = (microseconds / microsecondsPerMillisecond).rounded(.up)
        let exact = Self.text(
            Date(timeIntervalSinceReferenceDate: milliseconds * microsecondsPerMillisecond / microsecondsPerSecond))
        return exact.contains(".") ? String(exact.dropLast("000".count)) : exact
    }
}
