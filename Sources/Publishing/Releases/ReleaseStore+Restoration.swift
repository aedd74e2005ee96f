import PostgreSQL

extension ReleaseStore {
    /// The step of release numbers at a restoration: the new number is a multiple of this step, and at least one step
    /// above the highest known number, because other nodes may have served slightly newer releases.
    private static let stride = 1_000
    /// The largest number that ``restore(above:by:)`` accepts as served; larger numbers are reduced to it.
    package static let largestServed = 1_000_000_000_000

    /// The maximum duration of each statement of a restoration.
    private static let restorationPatience = Duration.seconds(120)

    /// Releases the whole live state again, with the same bytes, under a number above `served`, the number of a release
    /// that nodes served but the restored database has lost. Does nothing if there is a restoration with a higher
    /// number already.
    ///
    /// With the higher number, clients that reject older answers accept the restored state, and no number is used
    /// twice. Returns the number of the new restoration, or of the earlier one.
    @discardableResult
    package func restore(above served: Int, by actor: Actor) throws -> Int {
        let served = min(max(0, served), Self.largestServed)
        return try pool.withConnection { connection in
            try connection.withDeadline(Self.restorationPatience) { connection in
                try connection.transaction { connection in
                    // Takes the locks in the same order as every release.
                    try connection.execute("SELECT FROM feature ORDER BY name FOR NO KEY UPDATE")
                    try Self.lockNumbers(on: connection)
                    let earlier = try ReleaseTable.newestRestoration(on: connection)
                    if earlier > served { return earlier }
                    let highest = max(served, try ReleaseTable.newest(on: connection))
                    let number = (highest / Self.stride + 2) * Self.stride
                    try Self.releaseAgain(as: number, served: served, by: actor, on: connection)
                    return number
                }
            }
        }
    }

    private static func releaseAgain(
        as number: Int, served: Int, by actor: Actor, on connection: Connection
    ) throws {
        let digest = try StateTable.newest(on: connection)
        let reason = "The database was restored and has lost releases that clients had got, up to \(served)."
        try connection.execute(
            """
            INSERT INTO release (number, kind, reason, author_id, author_name)
            VALUES (\(number), \(ReleaseKind.restoration.rawValue), \(reason),
                \(actor.accountID), \(actor.name.storable))
            """)
        try StateTable.store(digest, after: number, on: connection)
        try connection.execute(
            """
            INSERT INTO release_item (release, feature_id, previous_release, switched_off)
            SELECT \(number), feature.id, live_release, switched_off
            FROM feature JOIN release_item ON release = live_release AND feature_id = feature.id
            """)
        try connection.execute(
            """
            INSERT INTO rule (release, feature_id, platform, from_version, from_key, until_version, until_key, percent,
                revision, rank, added_in)
            SELECT \(number), feature_id, platform, from_version, from_key, until_version, until_key, percent, revision,
                rank, coalesce(added_in, release)
            FROM feature JOIN rule ON release = live_release AND feature_id = feature.id
            """)
        try connection.execute(
            """
            INSERT INTO edition (release, feature_id, platform, rule_from_key, from_version, from_key, until_version,
                until_key, content_hash, schema_release, live_since, rule_rank)
            SELECT \(number), feature_id, platform, rule_from_key, from_version, from_key, until_version, until_key,
                content_hash, schema_release, \(number), rule_rank
            FROM feature JOIN edition ON release = live_release AND feature_id = feature.id
            """)
        try connection.execute("UPDATE feature SET live_release = \(number) WHERE live_release IS NOT NULL")
        try AuditStore.append(
            .released, of: "release \(number)", by: actor,
            ["kind": .text(ReleaseKind.restoration.rawValue), "served": .number(served), "reason": .text(reason)],
            on: connection)
        try connection.execute("SELECT pg_notify(\(SnapshotStore.channel), \(String(number)))")
    }
}
