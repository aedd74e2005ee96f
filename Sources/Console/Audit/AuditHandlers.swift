import HTTPTypes
import MicroHTTP
import Publishing

/// Shows and exports the audit trail: who did what, and when.
struct AuditHandlers: Sendable {
    private static let pageSize = 100

    let audit: AuditStore
    let pages: PageRenderer

    /// Sends the events that match the filter as a file, newest first, at most `AuditExport.maximumEvents`: as JSON
    /// lines if `format` is `json`, otherwise as comma-separated values. If a day is invalid, shows the page instead.
    @Sendable func export(_ request: SignedInRequest) throws -> Response {
        let query = AuditQuery(request.request.query)
        guard !query.hasInvalidDay else { return try index(request) }
        let export = AuditExport(
            events: try audit.events(matching: query.filter, before: query.before, limit: AuditExport.maximumEvents))
        return export.response(isTable: request.request.query["format"] != "json")
    }

    /// Shows the events that match the filter, newest first. An invalid day is reported with 400 and ignored.
    @Sendable func index(_ request: SignedInRequest) throws -> Response {
        let query = AuditQuery(request.request.query)
        let events = try ListPage(Self.pageSize) {
            try audit.events(matching: query.filter, before: query.before, limit: $0)
        }
        return try pages.render(
            AuditIndexPage(
                chrome: request.chrome(Texts["audit.audit-trail"], .audit), query: query,
                rows: events.rows.map { AuditRow($0, clock: request.clock) },
                olderHref: events.end.map { Paths.audit(query, before: $0.number) }),
            status: query.hasInvalidDay ? .badRequest : .ok)
    }
}
