package import PostgreSQL

/// Releases: every change of what clients get.
package struct ReleaseStore: Sendable {
    let pool: ConnectionPool
    let schemaReleases: SchemaReleaseStore

    package init(pool: ConnectionPool, schemaReleases: SchemaReleaseStore) {
        self.pool = pool
        self.schemaReleases = schemaReleases
    }

    /// The platforms of this installation, in the order of the pages.
    package func platforms() throws -> [Platform] {
        try pool.withConnection { try PlatformTable.all(on: $0) }
    }

    /// The newest release's number, 0 before the first.
    package func newest() throws -> Int {
        try pool.withConnection { try ReleaseTable.newest(on: $0) }
    }

    /// One release with its rule tables.
    package func release(_ number: Int) throws -> Release? {
        try pool.withConnection { try ReleaseTable.release(number, on: $0) }
    }

    /// The releases that have these numbers, newest first.
    package func releases(numbered numbers: [Int]) throws -> [Release] {
        guard !numbers.isEmpty else { return [] }
        return try pool.withConnection { connection in
            try ReleaseTable.releases("number = ANY (\(numbers))", limit: numbers.count, on: connection)
        }
    }

    /// The release that an idempotency key made, which answers “what became of it?”.
    package func release(forKey key: String) throws -> Release? {
        try pool.withConnection { connection in
            try ReleaseTable.releases("idempotency_key = \(key.storable)", limit: 1, on: connection).first
        }
    }

    /// Releases newest first, those before a number if one is given.
    package func all(before number: Int? = nil, limit: Int = 50) throws -> [Release] {
        try pool.withConnection { connection in
            try ReleaseTable.releases("number < \(number ?? Int.max)", limit: limit, on: connection)
        }
    }

    /// Releases with the feature in them, newest first, those before a number if one is given.
    package func releases(of feature: String, before number: Int? = nil, limit: Int = 50) throws -> [Release] {
        guard FeatureName.isValid(feature) else { return [] }
        return try pool.withConnection { connection in
            try ReleaseTable.releases(
                """
                number < \(number ?? Int.max) AND number IN (
                    SELECT release FROM release_item JOIN feature ON feature.id = feature_id WHERE name = \(feature))
                """, limit: limit, on: connection)
        }
    }

    /// What clients get of a feature; nil when there is no such feature or it was never released.
    package func live(of feature: String) throws -> ReleaseItem? {
        try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
            guard let feature = try FeatureStore.feature(named: feature, on: connection),
                let release = feature.liveRelease
            else { return nil }
            return try ReleaseTable.release(release, on: connection)?.items.first { $0.feature == feature.name }
        }
    }

    /// The live rules of a feature, in the platforms' order, highest version first; also those of platforms that are
    /// switched off.
    package func rules(of feature: String) throws -> [Rule] { try live(of: feature)?.rules ?? [] }
}
