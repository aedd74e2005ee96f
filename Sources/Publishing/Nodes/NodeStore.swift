import Foundation
package import PostgreSQL

/// Stores the state that each read or service process reports.
package struct NodeStore: Sendable {
    /// The time after which a node that reports nothing is deleted, in days.
    private static let retention = 1

    let pool: ConnectionPool

    package init(pool: ConnectionPool) { self.pool = pool }

    /// Stores the release and the digest of the state that a node serves now.
    package func report(_ name: String, serving release: Int, digest: StateDigest) throws {
        try pool.withConnection { connection in
            try connection.execute(
                """
                INSERT INTO node (name, release, digest, reported_at)
                VALUES (\(name.storable), \(release), \(digest.bytes), clock_timestamp())
                ON CONFLICT ON CONSTRAINT node_pkey DO UPDATE
                    SET release = EXCLUDED.release, digest = EXCLUDED.digest, reported_at = EXCLUDED.reported_at
                """)
            try connection.execute(
                """
                DELETE FROM node
                WHERE reported_at < clock_timestamp() - make_interval(days => \(Self.retention)::integer)
                """)
        }
    }

    /// Returns the nodes, sorted by name. A node that is silent for a day is deleted when any node reports.
    package func all() throws -> [ReadNode] { try pool.withConnection { try Self.all(on: $0) } }

    static func all(on connection: Connection) throws -> [ReadNode] {
        try connection.query(
            """
            SELECT node.name, node.release, reported_at, node.digest = release_state.digest AS same,
                reported_at < clock_timestamp() - make_interval(secs => \(ReadNode.patience)::double precision) AS silent,
                (SELECT count(*) FROM release WHERE number > node.release) AS lag
            FROM node LEFT JOIN release_state ON release_state.release = node.release
            ORDER BY node.name
            """
        ).map { row in
            let standing: ReadNode.Status =
                switch (try row["silent", as: Bool.self], try row["same", as: Bool?.self]) {
                case (true, _): .silent
                case (false, true?): .same
                case (false, false?): .drifted
                case (false, nil): .unknown
                }
            return ReadNode(
                name: try row["name", as: String.self], release: try row["release", as: Int.self],
                lag: try row["lag", as: Int.self], reportedAt: try row["reported_at", as: Date.self],
                standing: standing)
        }
    }
}
