package import Foundation
package import PostgreSQL

/// Stores which accounts have a feature open, so that people see who else works on it. Nobody is prevented from
/// editing.
package struct PresenceStore: Sendable {
    /// The seconds for which a page counts as open after its last `visit`.
    package static let seconds = 25.0
    /// The maximum number of people that `others(at:than:now:)` returns.
    package static let maximumPeople = 20

    private let pool: ConnectionPool

    package init(pool: ConnectionPool) { self.pool = pool }

    /// Records that an account has a page of a feature open.
    package func visit(_ feature: Feature, by account: Account, isEditing: Bool, now: Date) throws {
        let editing: Date? = isEditing ? now : nil
        try pool.withConnection { connection in
            try connection.execute(
                """
                INSERT INTO feature_visit (feature_id, account_id, seen_at, editing_at)
                VALUES (\(feature.id), \(account.id), \(now), \(editing))
                ON CONFLICT ON CONSTRAINT feature_visit_pkey DO UPDATE
                SET seen_at = EXCLUDED.seen_at, editing_at = coalesce(EXCLUDED.editing_at, feature_visit.editing_at)
                """)
        }
    }

    /// Returns the other people who have a feature open or have unsaved changes to it, sorted by account name; at most
    /// `maximumPeople`.
    package func others(at feature: Feature, than account: Account, now: Date) throws -> [Presence] {
        let since = now.addingTimeInterval(-Self.seconds)
        return try pool.withConnection { connection in
            try connection.query(
                """
                SELECT account.name, display_name, seen_at IS NOT NULL AS there,
                    coalesce(editing_at > \(since), false) AS editing, changed_at
                FROM account
                LEFT JOIN feature_visit ON feature_visit.account_id = account.id
                    AND feature_visit.feature_id = \(feature.id) AND seen_at > \(since)
                LEFT JOIN (
                    SELECT account_id, max(changed_at) AS changed_at FROM working_copy
                    WHERE feature_id = \(feature.id) GROUP BY account_id
                ) AS copy ON copy.account_id = account.id
                WHERE account.id <> \(account.id) AND (seen_at IS NOT NULL OR changed_at IS NOT NULL)
                ORDER BY account.name LIMIT \(Self.maximumPeople)
                """
            ).map { row in
                Presence(
                    name: try row["name", as: String.self], displayName: try row["display_name", as: String.self],
                    isThere: try row["there", as: Bool.self], isEditing: try row["editing", as: Bool.self],
                    changedAt: try row["changed_at", as: Date?.self])
            }
        }
    }
}
