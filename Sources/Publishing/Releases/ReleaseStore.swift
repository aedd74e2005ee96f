package import PostgreSQL

/// Stores releases, the changes of the live state.
package struct ReleaseStore: Sendable {
    let pool: ConnectionPool
    let schemaReleases: SchemaReleaseStore

    let lists: ClientLists
    /// Loads the features of each release as a read node would, before the release is committed; nil to skip this
    /// check.
    let preflight: ReleasePreflight?

    /// Creates a store that has its own cache of capability lists and does not check whether read nodes can load a
    /// release.
    package init(pool: ConnectionPool, schemaReleases: SchemaReleaseStore) {
        self.init(pool: pool, schemaReleases: schemaReleases, lists: ClientLists(), preflight: nil)
    }

    init(pool: ConnectionPool, schemaReleases: SchemaReleaseStore, lists: ClientLists, preflight: ReleasePreflight?) {
        self.pool = pool
        self.schemaReleases = schemaReleases
        self.lists = lists
        self.preflight = preflight
    }

    /// Returns the platforms of this installation in the order in which pages list them.
    package func platforms() throws -> [Platform] {
        try pool.withConnection { try PlatformTable.all(on: $0) }
    }

    /// Returns the newest release's number; 0 before the first.
    package func newest() throws -> Int {
        try pool.withConnection { try ReleaseTable.newest(on: $0) }
    }

    /// Returns one release with its rule tables; nil if it does not exist.
    package func release(_ number: Int) throws -> Release? {
        try pool.withConnection { try ReleaseTable.release(number, on: $0) }
    }

    /// Returns the existing releases with these numbers, newest first.
    package func releases(numbered numbers: [Int]) throws -> [Release] {
        guard !numbers.isEmpty else { return [] }
        return try pool.withConnection { connection in
            try ReleaseTable.releases("number = ANY (\(numbers))", limit: numbers.count, on: connection)
        }
    }

    /// Returns the release that was created with an idempotency key, or nil.
    package func release(forKey key: String) throws -> Release? {
        try pool.withConnection { connection in
            try ReleaseTable.releases(
                "number = (SELECT release FROM idempotency_key WHERE key = \(key.storable))", limit: 1,
                on: connection
            ).first
        }
    }

    /// Returns up to `limit` releases, newest first, optionally only releases with lower numbers than `number`.
    package func all(before number: Int? = nil, limit: Int = 50) throws -> [Release] {
        try pool.withConnection { connection in
            try ReleaseTable.releases("number < \(number ?? Int.max)", limit: limit, on: connection)
        }
    }

    /// Returns up to `limit` releases of a feature, newest first, optionally only releases with lower numbers than
    /// `number`.
    package func releases(of feature: String, before number: Int? = nil, limit: Int = 50) throws -> [Release] {
        guard FeatureName.isValid(feature) else { return [] }
        return try pool.withConnection { connection in
            try ReleaseTable.releases(
                """
                number < \(number ?? Int.max) AND number IN (
                    SELECT release FROM release_item WHERE feature_id = (\(FeatureStore.id(of: feature))))
                """, limit: limit, on: connection)
        }
    }

    /// Returns the live state of a feature; nil if it does not exist or was never released.
    package func live(of feature: String) throws -> ReleaseItem? {
        try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
            guard let feature = try FeatureStore.feature(named: feature, on: connection),
                let release = feature.liveRelease
            else { return nil }
            return try ReleaseTable.release(release, on: connection)?.items.first { $0.feature == feature.name }
        }
    }

    /// Returns the live rules of a feature, in the platforms' order, highest version first; including those of
    /// switched-off platforms.
    package func rules(of feature: String) throws -> [Rule] { try live(of: feature)?.rules ?? [] }
}
