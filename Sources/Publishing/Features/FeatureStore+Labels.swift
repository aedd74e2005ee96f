import PostgreSQL

extension FeatureStore {
    /// The maximum number of owners, and of tags, to choose from in a list's filters.
    package static let maximumLabels = 200

    /// Changes the owner or the tags of a feature.
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

    /// Returns the owners and the tags of features that are not archived, in order; at most `maximumLabels` of each.
    package func labels() throws -> (owners: [String], tags: [String]) {
        try pool.withConnection { connection in
            let features: SQL = """
                feature WHERE NOT EXISTS (SELECT FROM feature_archive WHERE feature_id = feature.id)
                """
            let owners = try connection.query(
                "SELECT DISTINCT owner FROM \(features) AND owner <> '' ORDER BY owner LIMIT \(Self.maximumLabels)")
            let tags = try connection.query(
                """
                SELECT DISTINCT tag FROM (SELECT unnest(tags) AS tag FROM \(features) AND tags <> '{}') AS used
                ORDER BY tag LIMIT \(Self.maximumLabels)
                """)
            return (
                try owners.map { try $0["owner", as: String.self] }, try tags.map { try $0["tag", as: String.self] }
            )
        }
    }
}
