package import Foundation
import PostgreSQL

extension AuditStore {
    /// The maximum number of recorded openings per link, so that a widely shared link does not fill the trail.
    private static let recordedOpenings = 100

    /// Records that a link to a preview was created; returns the event's number, which identifies the link.
    package func recordLink(to feature: String, revision: Int?, until end: Date, by actor: Actor) throws -> Int {
        try pool.transaction { connection in
            try Self.append(
                .previewLinkMade, of: feature, by: actor,
                ["revision": revision.map { .number($0) }, "end": .text(end.ISO8601Format())], on: connection)
            // The transaction holds the trail's lock, so the newest event is this one.
            return try connection.query("SELECT max(number) AS number FROM audit_event")
                .map { try $0["number", as: Int.self] }.first ?? 0
        }
    }

    /// Records that a link was opened, once per address.
    package func recordOpening(ofLink link: Int, to feature: String, remoteAddress: String) throws {
        try pool.transaction { connection in
            let addresses = try connection.query(
                """
                SELECT detail->>'remoteAddress' AS address FROM audit_event
                WHERE subject = \(feature) AND number > \(link) AND action = 'preview-link.opened'
                    AND detail->'link' = to_jsonb(\(link)::bigint)
                """
            ).map { try $0["address", as: String.self] }
            guard addresses.count < Self.recordedOpenings, !addresses.contains(remoteAddress) else { return }
            try Self.append(
                .previewLinkOpened, of: feature, by: .anonymous,
                ["link": .number(link), "remoteAddress": .text(remoteAddress)], on: connection)
        }
    }
}
