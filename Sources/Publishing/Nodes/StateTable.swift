import PostgreSQL

/// The digests of the live state after each release.
enum StateTable {
    /// Returns the digest after the newest release; computes it from the whole live state if it is not stored.
    static func newest(on connection: Connection) throws -> StateDigest {
        let stored = try connection.query(
            """
            SELECT digest FROM release_state
            WHERE release = (SELECT max(number) FROM release)
            """
        ).map { try $0["digest", as: [UInt8].self] }.first
        return try stored.map { StateDigest(bytes: $0) } ?? computed(on: connection)
    }

    /// Stores the digest after a release.
    static func store(_ digest: StateDigest, after release: Int, on connection: Connection) throws {
        try connection.execute("INSERT INTO release_state (release, digest) VALUES (\(release), \(digest.bytes))")
    }

    private static func computed(on connection: Connection) throws -> StateDigest {
        let rules = try RuleTables.live(after: 0, on: connection)
        return try connection.query(
            """
            SELECT id, name, switched_off FROM feature
            JOIN release_item ON release = live_release AND feature_id = id
            """
        ).reduce(.empty) { sum, row in
            sum
                + StateDigest(
                    feature: try row["name", as: String.self], rules: rules[try row["id", as: Int.self]] ?? [],
                    switchedOff: try row["switched_off", as: [String].self])
        }
    }

    /// Returns a problem for each node that serves another state than that of its release.
    static func drift(on connection: Connection) throws -> [ReleaseProblem] {
        try NodeStore.all(on: connection).filter { $0.standing == .drifted }.map { node in
            ReleaseProblem(
                code: "drift",
                message: """
                    The node `\(node.name)` does not serve what release \(node.release) contains. Restart the \
                    node; if that does not help, remove its snapshot directory and restart it again.
                    """)
        }
    }
}
