import JSONText
package import PostgreSQL

/// Searches the published revisions, those for test devices only included, and the newest revision of every feature that is not archived.
package struct SearchStore: Sendable {
    /// The maximum length of a searched text in bytes.
    package static let maximumLength = 200
    /// The maximum number of documents in a result.
    package static let maximumDocuments = 50
    /// The maximum number of places in each document.
    package static let maximumPlaces = 5

    private let pool: ConnectionPool

    package init(pool: ConnectionPool) { self.pool = pool }

    /// Returns the places that contain a text exactly as written, sorted by feature name and revision; none if the text
    /// is empty or longer than `maximumLength`.
    package func search(_ text: String) throws -> SearchResult {
        let needle = Array(text.utf8)
        guard !needle.isEmpty, needle.count <= Self.maximumLength else {
            return SearchResult(matches: [], isCut: false)
        }
        return try pool.withConnection { connection in
            // Documents are read feature by feature in the order of the result, so that the search for a frequent text
            // ends when enough documents are found. The search for a rare text reads all documents; decompressing them
            // takes most of the time.
            let rows = try connection.query(
                """
                SELECT feature.name, found.number, found.live, found.newest, content.bytes
                FROM feature
                CROSS JOIN LATERAL (
                    SELECT number, bool_or(live) AS live, bool_or(newest) AS newest
                    FROM (
                        SELECT rule.revision AS number, rule.percent > 0 AS live, false AS newest
                        FROM rule JOIN release_item ON release_item.release = rule.release
                            AND release_item.feature_id = rule.feature_id
                        WHERE rule.release = live_release AND rule.feature_id = feature.id
                            AND rule.platform <> ALL (switched_off)
                        UNION ALL
                        (SELECT number, false, true FROM revision WHERE feature_id = feature.id
                            ORDER BY number DESC LIMIT 1)
                    ) every
                    GROUP BY number
                ) found
                JOIN revision ON revision.feature_id = feature.id AND revision.number = found.number
                JOIN content ON content.hash = revision.content_hash
                WHERE position(\(needle) IN content.bytes) > 0
                    AND NOT EXISTS (SELECT FROM feature_archive WHERE feature_archive.feature_id = feature.id)
                ORDER BY feature.name, found.number LIMIT \(Self.maximumDocuments + 1)
                """)
            let matches = try rows.prefix(Self.maximumDocuments).flatMap { row in
                let bytes = try row["bytes", as: [UInt8].self]
                let places = TextPlaces(of: needle, in: bytes, limit: Self.maximumPlaces).places
                return try places.map { place in
                    TextMatch(
                        feature: try row["name", as: String.self], revision: try row["number", as: Int.self],
                        isLive: try row["live", as: Bool.self], isNewest: try row["newest", as: Bool.self],
                        pointer: place.pointer?.description, line: place.line, excerpt: place.excerpt)
                }
            }
            return SearchResult(matches: matches, isCut: rows.count > Self.maximumDocuments)
        }
    }
}
