import PostgreSQL

/// The newest release, schema adoption and registration of the database. While none of them changes, neither does the
/// report on registered builds.
struct ReportState: Sendable, Hashable {
    /// The number of the newest release; 0 before the first.
    let release: Int
    /// The identity of the release, which differs if a restored database gives the same number to another release;
    /// empty before the first release.
    let identity: String
    /// The number of the newest schema adoption; 0 before the first.
    let adoption: Int
    /// The number of the newest registration or withdrawal of a build; 0 before the first.
    let registration: Int

    /// Reads the present state.
    init(on connection: Connection) throws {
        let row = try connection.query(
            """
            SELECT coalesce(number, 0) AS release, coalesce(identity::text, '') AS identity,
                coalesce((SELECT max(number) FROM schema_adoption), 0) AS adoption,
                coalesce((SELECT max(number) FROM client_registration), 0) AS registration
            FROM (SELECT) AS one LEFT JOIN (SELECT number, identity FROM release ORDER BY number DESC LIMIT 1) AS newest
                ON true
            """
        ).first
        guard let row else { throw MissingRow() }
        release = try row["release", as: Int.self]
        identity = try row["identity", as: String.self]
        adoption = try row["adoption", as: Int.self]
        registration = try row["registration", as: Int.self]
    }

    /// Returns true if the database still has the newest release of this state, which is not so if the database was
    /// restored from an older backup.
    func isInHistory(on connection: Connection) throws -> Bool {
        if release == 0 { return true }
        return try connection.query(
            "SELECT FROM release WHERE number = \(release) AND identity::text = \(identity)"
        ).first != nil
    }
}
