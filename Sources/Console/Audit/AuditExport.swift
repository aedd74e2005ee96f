import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing

/// Audit events as a file.
struct AuditExport {
    /// The maximum number of events in a file. Over the API, the next file begins with the event before its last one.
    static let maximumEvents = 10_000

    let events: [AuditEvent]

    /// One JSON object a line, newest first, with the hash that chains the event.
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

    /// A quoted cell; one that a spreadsheet would take for a formula begins with an apostrophe.
    private static func cell(_ text: String) -> String {
        let isFormula = text.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
        return "\"\(isFormula ? "'" : "")\(text.replacing("\"", with: "\"\""))\""
    }

    private static func time(_ date: Date) -> String {
        date.formatted(
            .iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .omitted))
    }
}
