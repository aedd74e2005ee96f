import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing

/// The audit trail in the management API. The token's account needs the permission to read it.
struct AuditResources: Sendable {
    private static let secondsPerDay: TimeInterval = 86_400

    let audit: AuditStore

    /// `GET /api/v1/audit`: lists events, newest first. If there are more events, `next` is the value of `before` for
    /// the following page.
    @Sendable func index(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = try admitted(request, account)
        let limit = try apiRequest.listLimit()
        let events = try events(apiRequest, limit: limit)
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("events")
        writer.beginArray()
        for event in events.prefix(limit) { writer.raw(AuditExport.object(event)) }
        writer.endArray()
        if events.count > limit {
            writer.name("next")
            writer.number(events[limit - 1].number)
        }
        writer.endObject()
        return .json(writer.bytes)
    }

    /// `GET /api/v1/audit/export`: sends the events as a file, newest first. If there are more than
    /// `AuditExport.maximumEvents`, the `Link` header field has the address of the next file.
    @Sendable func export(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = try admitted(request, account)
        let format = try apiRequest.word("format", Format.self) ?? .jsonl
        let all = try events(apiRequest, limit: AuditExport.maximumEvents)
        let export = AuditExport(events: Array(all.prefix(AuditExport.maximumEvents)))
        var response = export.response(isTable: format == .csv)
        if all.count > AuditExport.maximumEvents, let last = export.events.last {
            let filter = ["actor", "action", "subject", "since", "until", "format"].compactMap { name in
                request.query[name].map { "&\(name)=\(PercentCoding.encode($0))" }
            }.joined()
            response.headers[.constant("Link")] =
                "<\(Routes.api)/audit/export?before=\(last.number)\(filter)>; rel=\"next\""
        }
        return response
    }

    /// The format of a file.
    private enum Format: String, CaseIterable {
        case csv, jsonl
    }

    private func admitted(_ request: Request, _ account: Account) throws -> APIRequest {
        guard account.may(.readAudit) else {
            throw APIProblem(
                .forbidden, "forbidden", title: Texts["api.not-allowed"], detail: Texts["api.audit-needs-permission"])
        }
        return APIRequest(request, by: account)
    }

    /// Returns the first `limit` events that match the query, and one more if it exists, which shows that the list
    /// continues.
    private func events(_ apiRequest: APIRequest, limit: Int) throws -> [AuditEvent] {
        var filter = AuditFilter()
        filter.actor = try apiRequest.text("actor") ?? ""
        filter.action = try apiRequest.text("action") ?? ""
        filter.subject = try apiRequest.text("subject") ?? ""
        filter.since = try moment("since", apiRequest)
        filter.until = try moment("until", apiRequest, afterDay: Self.secondsPerDay)
        return try audit.events(
            matching: filter, before: apiRequest.number("before", in: APILimits.numbers), limit: limit + 1)
    }

    /// Returns the time in a parameter (RFC 3339), or nil if the parameter is missing. For a day, the time is its
    /// beginning (UTC) plus `offset` seconds.
    private func moment(_ name: String, _ apiRequest: APIRequest, afterDay offset: TimeInterval = 0) throws -> Date? {
        guard let text = try apiRequest.text(name) else { return nil }
        if let day = InternetTime.date(text + "T00:00:00Z") { return day.addingTimeInterval(offset) }
        guard let time = InternetTime.date(text) else {
            throw APIProblem.invalidParameter(name, Texts["api.day-or-time-expected", ["name": name]])
        }
        return time
    }
}
