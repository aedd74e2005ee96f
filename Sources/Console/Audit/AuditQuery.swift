import Foundation
import MicroHTTP
import Publishing

/// The query parameters of the audit trail's page: the filter, and the position in the list of events.
struct AuditQuery: Sendable {
    /// The maximum length of a field in characters; the rest is ignored.
    private static let longest = 200

    var actor: String
    var action: String
    var subject: String
    /// The first day, such as `2026-11-22`, in UTC; empty for no limit.
    var since: String
    /// The last day, which is included, in UTC; empty for no limit.
    var until: String
    /// The text given for `since` if it is not a valid day and is therefore ignored; nil if it is valid or empty.
    var invalidSince: String?
    /// The text given for `until` if it is not a valid day and is therefore ignored; nil if it is valid or empty.
    var invalidUntil: String?
    /// The number of the last event on the previous page; only events with lower numbers are listed. Nil for the first
    /// page.
    var before: Int?

    /// Parses the fields. Invalid days and numbers are ignored; long texts are shortened.
    init(_ items: QueryItems) {
        func field(_ name: String) -> String { String((items[name] ?? "").trimmingSpaces().prefix(Self.longest)) }
        func day(_ name: String) -> (valid: String, invalid: String?) {
            let text = field(name)
            return Self.date(text) == nil ? ("", text.nonEmpty) : (text, nil)
        }
        (actor, action, subject) = (field("actor"), field("action"), field("subject"))
        (since, invalidSince) = day("since")
        (until, invalidUntil) = day("until")
        before = items["before"].flatMap { Int(asked: $0) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// True if a day was ignored, so that the filter is wider than the address says.
    var hasInvalidDay: Bool { invalidSince != nil || invalidUntil != nil }

    var filter: AuditFilter {
        var filter = AuditFilter()
        (filter.actor, filter.action, filter.subject) = (actor, action, subject)
        filter.since = Self.date(since)
        // The last day is included.
        filter.until = Self.date(until)?.addingTimeInterval(86_400)
        return filter
    }

    private static func date(_ text: String) -> Date? {
        InternetTime.date(text + "T00:00:00Z")
    }
}
