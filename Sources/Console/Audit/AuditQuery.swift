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
    /// The first day as `2026-11-22`, in UTC; empty for no limit. `until` is the last day, inclusive.
    var since: String
    var until: String
    /// The number of the last event on the previous page, because only events with lower numbers are listed; nil for
    /// the first page.
    var before: Int?

    /// Parses the fields. Invalid days and numbers are ignored; long texts are shortened.
    init(_ items: QueryItems) {
        func field(_ name: String) -> String { String((items[name] ?? "").trimmingSpaces().prefix(Self.longest)) }
        func day(_ name: String) -> String { Self.date(field(name)) == nil ? "" : field(name) }
        (actor, action, subject) = (field("actor"), field("action"), field("subject"))
        (since, until) = (day("since"), day("until"))
        before = items["before"].flatMap { Int(asked: $0) }.flatMap { $0 > 0 ? $0 : nil }
    }

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
