import Foundation
import PostgreSQL

/// The table `cache_time`, in which the newest row of a feature is valid.
enum CacheTimeTable {
    /// Returns the present and earlier cache times of the feature that has the present or former name `name`.
    static func times(of name: String, on connection: Connection) throws -> CacheTimes {
        let rows = try connection.query(
            """
            SELECT fresh, stale_while_revalidate, stale_if_error, created_at FROM cache_time
            WHERE feature_id = (\(FeatureStore.id(of: name))) ORDER BY id
            """
        ).map { (time: try time($0), since: try $0["created_at", as: Date.self]) }
        let all = [.usual] + rows.map(\.time)
        return CacheTimes(
            present: all.last ?? .usual,
            former: zip(all, rows).map { CacheTimes.Former(time: $0, until: $1.since) })
    }

    /// Stores the times of a locked feature. The default times are stored as NULL, so that the feature follows later
    /// changes of the defaults.
    static func store(_ time: CacheTime, of feature: Feature, by actor: Actor, on connection: Connection) throws {
        let own = time == .usual ? nil : time
        try connection.execute(
            """
            INSERT INTO cache_time (feature_id, fresh, stale_while_revalidate, stale_if_error, author_id, author_name)
            VALUES (\(feature.id), \(own?.fresh)::integer, \(own?.staleWhileRevalidate)::integer,
                \(own?.staleIfError)::integer, \(actor.accountID), \(actor.name.storable))
            """)
    }

    /// Returns the times in the columns `fresh`, `stale_while_revalidate` and `stale_if_error` of a row; the default
    /// times if they are NULL.
    static func time(_ row: Row) throws -> CacheTime {
        guard let fresh = try row["fresh", as: Int?.self],
            let staleWhileRevalidate = try row["stale_while_revalidate", as: Int?.self],
            let staleIfError = try row["stale_if_error", as: Int?.self]
        else { return .usual }
        return CacheTime(fresh: fresh, staleWhileRevalidate: staleWhileRevalidate, staleIfError: staleIfError)
    }
}
