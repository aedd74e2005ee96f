import PostgreSQL

extension AuditStore {
    /// The maximum number of recorded openings per link, so that a widely shared link does not fill the trail.
    private static let recordedOpenings = 100

    /// Records that a preview link was opened, once per address and for at most `recordedOpenings` addresses. `link` is
    /// the number of the audit event that recorded the creation of the link.
    package func recordOpening(ofLink link: Int, to feature: String, remoteAddress: String) throws {
        try pool.transaction { connection in
            // Before the feature was renamed, openings were recorded under its former names.
            let names = try [feature] + NamePeriod.all(of: feature, on: connection).map(\.name)
            let addresses = try connection.query(
                """
                SELECT detail->>'remoteAddress' AS address FROM audit_event
                WHERE subject = ANY (\(names)) AND number > \(link) AND action = 'preview-link.opened'
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
