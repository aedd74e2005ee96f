import PostgreSQL

extension FeatureStore {
    /// The maximum number of owners, and of tags, to choose from in a list's filters.
    package static let maximumLabels = 200

    /// Applies `change` to the owner and tags of a feature.
    package func label(
        _ name: String, by actor: Actor, _ change: (inout FeatureLabels) -> Void
    ) throws -> LabelOutcome {
        try pool.transaction { connection in
            guard let feature = try Self.feature(named: name, on: connection) else { return .noSuchFeature }
            let row = try connection.query(
                "SELECT owner, tags FROM feature WHERE id = \(feature.id) FOR NO KEY UPDATE"
            ).first
            guard let row else { throw MissingRow() }
            let before = FeatureLabels(
                owner: try row["owner", as: String.self], tags: try row["tags", as: [String].self])
            var after = before
            change(&after)
            if let fault = after.fault { return fault }
            guard after != before else { return .unchanged(before) }
            try connection.execute(
                "UPDATE feature SET owner = \(after.owner), tags = \(after.tags) WHERE id = \(feature.id)")
            if after.owner != before.owner {
                try AuditStore.append(
                    .ownerChanged, of: feature.name, by: actor,
                    ["before": .text(before.owner), "after": .text(after.owner)], on: connection)
            }
            if after.tags != before.tags {
                try AuditStore.append(
                    .tagsChanged, of: feature.name, by: actor,
                    ["before": .texts(before.tags), "after": .texts(after.tags)], on: connection)
            }
            return .changed(after)
        }
    }

    /// Returns the owners and the tags of features that are not archived, sorted; at most `maximumLabels` of each.
    package func labels() throws -> (owners: [String], tags: [String]) {
        try pool.withConnection { connection in
            let owners = try Self.distinct("owner", of: "feature", id: "id", on: connection)
            let tags = try Self.distinct("tag", of: "feature_tag", id: "feature_id", on: connection)
            return (owners, tags)
        }
    }

    /// Returns the different values of an indexed column for features that are not archived, sorted; at most
    /// `maximumLabels`. Looks up one value after the other, which is faster than reading all rows, because there are
    /// many more features than owners or tags.
    private static func distinct(
        _ column: SQL, of table: SQL, id: SQL, on connection: Connection
    ) throws -> [String] {
        func next(after label: SQL) -> SQL {
            """
            SELECT \(column) AS label FROM \(table)
            WHERE \(column) > \(label)
                AND NOT EXISTS (SELECT FROM feature_archive WHERE feature_archive.feature_id = \(table).\(id))
            ORDER BY \(column) LIMIT 1
            """
        }
        let rows = try connection.query(
            """
            WITH RECURSIVE used AS (
                (\(next(after: "''")))
                UNION ALL
                SELECT (\(next(after: "used.label"))) FROM used WHERE used.label IS NOT NULL
            )
            SELECT label FROM used WHERE label IS NOT NULL LIMIT \(maximumLabels)
            """)
        return try rows.map { try $0["label", as: String.self] }
    }
}
