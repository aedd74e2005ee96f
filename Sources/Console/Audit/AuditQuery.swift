import Foundation
import MicroHTTP
import Publishing

/// The filter and position that the address of the audit trail contains.
struct AuditQuery: Sendable {
    /// The maximum length of a field; the rest is ignored.
    private static let longest = 200

    var actor: String
    var action: String
    var subject: String
    /// The first and last day as `2026-11-22`, in UTC; empty for no limit.
    var since: String
    var until: String
    /// The last event of the previous page.
    var before: Int?

    /// Parses the fields; invalid days and numbers are ignored and long texts cut.
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
