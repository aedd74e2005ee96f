package import PostgreSQL

/// What read nodes load and follow.
package struct SnapshotStore: Sendable {
    /// The channel on which each release announces its number. A hint only: it may be lost.
    package static let channel = "galley_release"

    /// A whole snapshot may be large.
    private static let patience = Duration.seconds(30)

    private let pool: ConnectionPool

    package init(pool: ConnectionPool) { self.pool = pool }

    /// Everything live.
    package func snapshot() throws -> Snapshot { try changes(after: 0) }

    /// The complete state of every feature that was released after a number, in the order of those releases.
    package func changes(after release: Int) throws -> Snapshot {
        try pool.withConnection { connection in
            try connection.withDeadline(Self.patience) { connection in
                try connection.transaction(isolation: .repeatableRead, readOnly: true) { connection in
                    try Self.changes(after: release, on: connection)
                }
            }
        }
    }

    /// The newest release's number, 0 before the first.
    package func newestRelease() throws -> Int {
        try pool.withConnection { try ReleaseTable.newest(on: $0) }
    }

    /// The bytes of hashes in hexadecimal, all in one question; what is not there is left out.
    package func contents(_ hashes: [String]) throws -> [String: [UInt8]] {
        try pool.withConnection { try ContentStore.bytes(of: hashes, on: $0) }
    }

    private static func changes(after release: Int, on connection: Connection) throws -> Snapshot {
        let platforms = try PlatformTable.all(on: connection)
        let newest = try ReleaseTable.newest(on: connection)
        guard newest > release else { return Snapshot(release: newest, platforms: platforms, features: []) }
        let rules = try RuleTables.live(after: release, on: connection)
        let features = try connection.query(
            """
            SELECT id, name, live_release, switched_off
            FROM feature JOIN release_item ON release = live_release AND feature_id = id
            WHERE live_release > \(release)
            ORDER BY live_release, name
            """
        ).map { row in
            FeatureSnapshot(
                name: try row["name", as: String.self], release: try row["live_release", as: Int.self],
                rules: rules[try row["id", as: Int.self]] ?? [],
                switchedOff: try row["switched_off", as: [String].self])
        }
        return Snapshot(release: newest, platforms: platforms, features: features)
    }
}
