import Foundation
import JSONText
import MicroHTTP
import Mustache
import Publishing

/// One page of the audit trail with its filter.
struct AuditIndexPage: Page {
    static let template = "audit/index"
    var chrome: Chrome
    var actor: String
    var subject: String
    var since: String
    var until: String
    /// The message about an invalid text for `since`, which was ignored; nil if `since` is valid or empty.
    var sinceProblem: String?
    /// The message about an invalid text for `until`, which was ignored; nil if `until` is valid or empty.
    var untilProblem: String?
    var actions: [Choice]
    var hasRows: Bool
    var rows: [AuditRow]
    var newestHref: String?
    var olderHref: String?
    /// The maximum number of events in an exported file.
    var exportLimit = AuditExport.maximumEvents
    var tableHref: String
    var linesHref: String

    init(chrome: Chrome, query: AuditQuery, rows: [AuditRow], olderHref: String?) {
        self.chrome = chrome
        (actor, subject, since, until) = (query.actor, query.subject, query.since, query.until)
        sinceProblem = query.invalidSince.map { Self.problem(of: $0) }
        untilProblem = query.invalidUntil.map { Self.problem(of: $0) }
        actions =
            [Choice(value: "", label: Texts["audit.all-actions"], isChosen: query.action.isEmpty)]
            + AuditAction.allCases.map {
                Choice(value: $0.rawValue, label: $0.title, isChosen: $0.rawValue == query.action)
            }.sorted { $0.label < $1.label }
        hasRows = !rows.isEmpty
        self.rows = rows
        tableHref = Paths.auditExport(query, format: "csv")
        linesHref = Paths.auditExport(query, format: "json")
        newestHref = query.before == nil ? nil : Paths.audit(query)
        self.olderHref = olderHref
    }

    private static func problem(of day: String) -> String {
        let shown = day.count > 40 ? day.prefix(40) + "…" : day[...]
        return Texts["audit.invalid-day", ["value": shown]]
    }

    static let sample: AuditIndexPage = {
        var page = AuditIndexPage(
            chrome: .sample,
            query: AuditQuery(QueryItems(parsing: "actor=ana&since=2026-11-01&until=2026-11-22&before=9")),
            rows: [.sample], olderHref: "/audit?before=2")
        (page.sinceProblem, page.untilProblem) = ("Not a date.", "Not a date.")
        return page
    }()
}

/// An event in the table of the audit trail.
struct AuditRow: Sendable {
    var number: Int
    var when: TimeLabel
    var actor: String
    var action: String
    var subject: String
    /// True if the row links to the page of its subject, because events of this action are always about a feature.
    var hasPage: Bool
    var href: String
    var details: [DetailRow]

    /// A member of an event's detail, which is a JSON object, with a value that is not empty.
    struct DetailRow: Sendable {
        var name: String
        var value: String
    }

    init(_ event: AuditEvent, clock: Clock) {
        number = event.number
        when = clock.when(event.at)
        actor = event.actor.name
        let known = AuditAction(rawValue: event.action)
        action = known?.title ?? event.action
        subject = event.subject
        hasPage = known?.isOfFeature ?? false
        href = hasPage ? Paths.feature(event.subject) : ""
        details = Self.details(event.detail)
    }

    private static func details(_ detail: String) -> [DetailRow] {
        guard let members = try? JSONDocument(parsing: Array(detail.utf8)).root.members else { return [] }
        return members.sorted { $0.name < $1.name }.compactMap { member in
            word(for: member.value).nonEmpty.map {
                DetailRow(name: AuditDetailName.title(of: member.name), value: $0)
            }
        }
    }

    /// Returns a value as people write it: booleans as “yes” and “no”, arrays with commas.
    private static func word(for value: JSONValue) -> String {
        switch value.kind {
        case .array: value.elements.map(word).joined(separator: ", ")
        case .boolean: value.boolean == true ? Texts["audit.yes"] : Texts["audit.no"]
        case .string: value.string ?? ""
        case .null, .number, .object: value.excerpt
        }
    }

    static let sample = AuditRow(
        AuditEvent(
            number: 7, at: Date(timeIntervalSince1970: 1_790_000_000), actor: .operator, action: "revision.saved",
            subject: "home.offers", detail: #"{"revision": 2}"#, hash: ""),
        clock: Clock(now: Date(timeIntervalSince1970: 1_790_000_300)))
}

extension AuditRow: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "number": number
        case "when": when
        case "actor": actor
        case "action": action
        case "subject": subject
        case "hasPage": hasPage
        case "href": href
        case "details": details
        default: nil
        }
    }
}

extension AuditRow.DetailRow: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "name": name
        case "value": value
        default: nil
        }
    }
}
