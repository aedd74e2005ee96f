import PostgreSQL

extension FeatureStore {
    /// Creates a feature with the kind, owner, tags and cache times of another, and with a copy of one of its
    /// revisions, by default the newest, as revision 1. The new feature has no release.
    package func clone(
        _ name: String, as new: String, revision number: Int? = nil, by actor: Actor
    ) throws -> CloneOutcome {
        guard FeatureName.isValid(new) else { return .invalidName }
        return try pool.transaction { connection in
            guard let feature = try Self.feature(named: name, on: connection) else { return .noSuchFeature }
            let head =
                try connection.query(
                    "SELECT coalesce(max(number), 0) AS head FROM revision WHERE feature_id = \(feature.id)"
                ).map { try $0["head", as: Int.self] }.first ?? 0
            let copied = number ?? head
            guard copied == 0 ? number == nil : copied > 0 && copied <= head else { return .noSuchRevision }
            if let taken = try Self.claim(new, on: connection) { return .taken(taken) }
            let created = try connection.query(
                """
                INSERT INTO feature (name, kind, owner, tags, author_id, author_name)
                SELECT \(new), kind, owner, tags, \(actor.accountID), \(actor.name.storable)
                FROM feature WHERE id = \(feature.id)
                RETURNING id, name, kind, live_release, author_id, author_name, created_at
                """
            ).map(Self.feature).first
            guard let created else { throw MissingRow() }
            try AuditStore.append(
                .featureCreated, of: new, by: actor,
                ["kind": .text(feature.kind), "clonedFrom": .text(feature.name)], on: connection)
            let time = try CacheTimeTable.times(of: feature.name, on: connection).present
            if time != .usual { try CacheTimeTable.store(time, of: created, by: actor, on: connection) }
            guard copied > 0 else { return .cloned(created, revision: nil) }
            try Self.copy(copied, of: feature, to: created, by: actor, on: connection)
            return .cloned(created, revision: copied)
        }
    }

    /// Copies a revision and its validation report as revision 1 of a new feature.
    private static func copy(
        _ number: Int, of feature: Feature, to new: Feature, by actor: Actor, on connection: Connection
    ) throws {
        let note = "Cloned from \(feature.name) revision \(number)"
        let rows = try connection.query(
            """
            INSERT INTO revision (feature_id, number, parent, content_hash, schema_release, valid, report, note,
                author_id, author_name)
            SELECT \(new.id), 1, NULL, content_hash, schema_release, valid, report, \(note), \(actor.accountID),
                \(actor.name.storable)
            FROM revision WHERE feature_id = \(feature.id) AND number = \(number)
            RETURNING encode(content_hash, 'hex') AS hash, valid
            """)
        guard let row = rows.first else { throw MissingRow() }
        try connection.execute(
            """
            INSERT INTO revision_origin (feature_id, revision, source_id, source_revision)
            VALUES (\(new.id), 1, \(feature.id), \(number))
            """)
        try connection.execute(
            """
            INSERT INTO revision_reference (feature_id, revision, target, name, pointer, line)
            SELECT \(new.id), 1, target, name, pointer, line FROM revision_reference
            WHERE feature_id = \(feature.id) AND revision = \(number)
            """)
        try connection.execute(
            """
            INSERT INTO revision_reference_list (feature_id, revision)
            SELECT \(new.id), 1 FROM revision_reference_list WHERE feature_id = \(feature.id) AND revision = \(number)
            """)
        try AuditStore.append(
            .revisionSaved, of: new.name, by: actor,
            [
                "revision": .number(1), "hash": .text(try row["hash", as: String.self]),
                "valid": .boolean(try row["valid", as: Bool.self]),
            ], on: connection)
    }
}
