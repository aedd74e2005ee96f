import Foundation
import PostgreSQL

/// The rows of cache times; the newest of a feature applies.
enum CacheTimeTable {
    /// Returns the cache times of a feature by its name, present or former.
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

    /// Stores the times of a locked feature. The usual ones are stored as no times, so that they stay the usual ones.
    static func store(_ time: CacheTime, of feature: Feature, by actor: Actor, on connection: Connection) throws {
        let own = time == .usual ? nil : time
        try connection.execute(
            """
            INSERT INTO cache_time (feature_id, fresh, stale_while_revalidate, stale_if_error, author_id, author_name)
            VALUES (\(feature.id), \(own?.fresh)::integer, \(own?.staleWhileRevalidate)::integer,
                \(own?.staleIfError)::integer, \(actor.accountID), \(actor.name.storable))
            """)
    }

    /// Returns the times in a row that has or joins their columns; the usual ones where it has none.
    static func time(_ row: Row) throws -> CacheTime {
        guard let fresh = try row["fresh", as: Int?.self],
            let staleWhileRevalidate = try row["stale_while_revalidate", as: Int?.self],
            let staleIfError = try row["stale_if_error", as: Int?.self]
        else { return .usual }
        return CacheTime(fresh: fresh, staleWhileRevalidate: staleWhileRevalidate, staleIfError: staleIfError)
    }
}
