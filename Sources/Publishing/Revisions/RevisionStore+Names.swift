import PostgreSQL

/// The outcome of naming a revision.
package enum NameRevisionOutcome: Sendable, Hashable {
    case named
    /// The revision already has that name.
    case unchanged
    case noSuchRevision
    /// The name exceeds `RevisionStore.maximumNameLength` or breaks `DisplayName.rule`.
    case invalid
}

extension RevisionStore {
    /// The maximum length of a revision's name in Unicode scalars.
    package static let maximumNameLength = 100

    /// Gives a revision a name; an empty one removes the present name.
    package func name(
        _ number: Int, of feature: String, as name: String, by actor: Actor
    ) throws -> NameRevisionOutcome {
        guard Self.isName(name) else { return .invalid }
        return try pool.transaction { connection in
            guard let feature = try FeatureStore.lock(feature, on: connection),
                let revision = try Self.revision(number, of: feature, on: connection)
            else { return .noSuchRevision }
            guard revision.name != name else { return .unchanged }
            try Self.name(number, of: feature, as: name, by: actor, on: connection)
            return .named
        }
    }

    /// Returns true if a text may be a revision's name.
    package static func isName(_ name: String) -> Bool {
        name.unicodeScalars.count <= maximumNameLength && DisplayName.isValid(name)
    }

    static func name(
        _ number: Int, of feature: Feature, as name: String, by actor: Actor, on connection: Connection
    ) throws {
        try connection.execute(
            """
            INSERT INTO revision_name (feature_id, revision, name, author_id, author_name)
            VALUES (\(feature.id), \(number), \(name), \(actor.accountID), \(actor.name.storable))
            """)
        try AuditStore.append(
            .revisionNamed, of: feature.name, by: actor, ["revision": .number(number), "name": .text(name)],
            on: connection)
    }

    /// The SQL column `name` with the newest name of a row of `revision`; empty without a name.
    static var nameColumn: SQL {
        """
        coalesce((
            SELECT revision_name.name FROM revision_name
            WHERE revision_name.feature_id = revision.feature_id AND revision_name.revision = revision.number
            ORDER BY id DESC LIMIT 1
        ), '') AS name
        """
    }
}
