import PostgreSQL

/// The table of idempotency keys. A key is claimed in the transaction of the change that its request asks for, or when
/// the response to a request without a change is stored.
enum IdempotencyTable {
    /// Returns the use of a request's key by another attempt; nil if there is none.
    static func use(of request: KeyedRequest, on connection: Connection) throws -> KeyUse? {
        try connection.query(
            """
            SELECT release, schedule, request_hash FROM idempotency_key
            WHERE key = \(request.key.storable) AND attempt <> \(request.attempt)
            """
        ).map { row in
            KeyUse(
                release: try row["release", as: Int?.self], schedule: try row["schedule", as: Int?.self],
                digest: try row["request_hash", as: [UInt8].self])
        }.first
    }

    /// Claims the key of a request for its attempt, which may claim the key again for further changes. `release` is the
    /// number of the release that the attempt created, `schedule` the id of the schedule; nil if it created none.
    ///
    /// - Throws: `KeyTaken` if another attempt has claimed the key.
    static func claim(
        _ request: KeyedRequest, release: Int? = nil, schedule: Int? = nil, on connection: Connection
    ) throws {
        let claimed = try connection.query(
            """
            INSERT INTO idempotency_key AS known (key, request_hash, attempt, release, schedule)
            VALUES (\(request.key.storable), \(request.digest), \(request.attempt), \(release), \(schedule))
            ON CONFLICT (key) DO UPDATE SET release = coalesce(excluded.release, known.release),
                schedule = coalesce(excluded.schedule, known.schedule)
            WHERE known.attempt = excluded.attempt
            RETURNING key
            """)
        guard !claimed.isEmpty else { throw KeyTaken() }
    }
}
