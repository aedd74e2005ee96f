import PostgreSQL

/// A name of a feature, and the range of audit events during which only this feature had the name.
struct NamePeriod {
    let name: String
    /// The number of the event that gave the feature the name; 0 if the trail has none.
    let first: Int
    /// The number of the next event that gave the name to a feature; `Int.max` if there is none.
    let end: Int

    /// Returns the present name and all former names of the feature that has `name` as its present or former name, each
    /// once for every time that the feature got it; empty if there is no such feature.
    ///
    /// The names are read from the trail, because the row of a former name is deleted when another feature gets the
    /// name. Each step of the recursion finds the event that gave a name, and in the event's details the earlier name.
    static func all(of name: String, on connection: Connection) throws -> [NamePeriod] {
        try connection.query(
            """
            WITH RECURSIVE given (name, first, before) AS (
                SELECT asked.name, coalesce(event.number, 0), event.before
                FROM (
                    SELECT feature.name COLLATE "default" AS name FROM feature
                    WHERE id = coalesce(
                        (SELECT id FROM feature WHERE feature.name = \(name)),
                        (SELECT feature_id FROM former_name WHERE former_name.name = \(name)))
                ) AS asked
                LEFT JOIN LATERAL (
                    SELECT number, CASE action WHEN 'feature.renamed' THEN detail->>'before' END AS before
                    FROM audit_event
                    WHERE subject = asked.name AND action IN ('feature.created', 'feature.renamed')
                    ORDER BY number DESC LIMIT 1
                ) AS event ON true
                UNION ALL
                SELECT given.before, coalesce(event.number, 0), event.before
                FROM given
                LEFT JOIN LATERAL (
                    SELECT number, CASE action WHEN 'feature.renamed' THEN detail->>'before' END AS before
                    FROM audit_event
                    WHERE subject = given.before AND action IN ('feature.created', 'feature.renamed')
                        AND number < given.first
                    ORDER BY number DESC LIMIT 1
                ) AS event ON true
                WHERE given.before IS NOT NULL
            )
            SELECT name, first, coalesce(
                (SELECT min(number) FROM audit_event
                 WHERE subject = given.name AND action IN ('feature.created', 'feature.renamed') AND number > first),
                \(Int.max)) AS "end"
            FROM given
            """
        ).map { row in
            NamePeriod(
                name: try row["name", as: String.self], first: try row["first", as: Int.self],
                end: try row["end", as: Int.self])
        }
    }
}
