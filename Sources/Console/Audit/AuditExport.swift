import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing

/// A file of audit events, as JSON lines or comma-separated values.
struct AuditExport {
    /// The maximum number of events in a file. To get the older events, a request passes the number of the file's last
    /// event as `before`.
    static let maximumEvents = 10_000

    let events: [AuditEvent]

    /// One JSON object per line, newest first. The member `hash` also covers the hash of the previous event, whose
    /// number is the next lower one, so that a changed event is found.
    var lines: String { events.map { String(decoding: Self.object($0), as: UTF8.self) + "\n" }.joined() }

    /// Returns an event as a JSON object.
    static func object(_ event: AuditEvent) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("number")
        writer.number(event.number)
        for (name, text) in [
            ("at", time(event.at)), ("actor", event.actor.name), ("action", event.action), ("subject", event.subject),
        ] {
            writer.name(name)
            writer.string(text)
        }
        writer.name("detail")
        writer.raw(Array(event.detail.utf8))
        writer.name("hash")
        writer.string(event.hash)
        writer.endObject()
        return writer.bytes
    }

    /// Returns the file, as comma-separated values or as JSON lines.
    func response(isTable: Bool) -> Response {
        var response = Response(body: Array((isTable ? table : lines).utf8))
        response.headers[.contentType] = isTable ? "text/csv; charset=utf-8" : "application/jsonl; charset=utf-8"
        response.headers[.contentDisposition] = "attachment; filename=\"audit.\(isTable ? "csv" : "jsonl")\""
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Comma-separated values (RFC 4180) with a header, newest first.
    var table: String {
        let header = "number,at,actor,action,subject,detail,hash\r\n"
        return header
            + events.map { event in
                [
                    "\(event.number)", Self.time(event.at), event.actor.name, event.action, event.subject, event.detail,
                    event.hash,
                ].map(Self.cell).joined(separator: ",") + "\r\n"
            }.joined()
    }

    /// Returns a quoted cell. An apostrophe is put before a text that a spreadsheet would read as a formula.
    private static func cell(_ text: String) -> String {
        let isFormula = text.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
        return "\"\(isFormula ? "'" : "")\(text.replacing("\"", with: "\"\""))\""
    }

    private static func time(_ date: Date) -> String {
        date.formatted(
            .iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .omitted))
    }
}
