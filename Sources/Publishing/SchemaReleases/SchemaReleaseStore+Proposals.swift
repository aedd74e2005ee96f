import Foundation
import PostgreSQL
package import SchemaRepository

extension SchemaReleaseStore {
    /// The maximum length of a note or a reason in Unicode scalars.
    static let longestNote = 2_000
    /// The maximum length of the description of a source in Unicode scalars.
    private static let longestSource = 3_000

    /// Stores a repository as a schema release and proposes its adoption, unless it is or was the current one, or is
    /// proposed already on the same base. `source` describes where the files come from, in at most 3,000 characters;
    /// `note` is the author's explanation, in at most 2,000.
    package func propose(
        _ repository: SchemaRepository, source: String, note: String = "", by actor: Actor
    ) throws -> ProposeSchemasOutcome {
        let (source, note) = (source.storable, note.storable)
        guard note.unicodeScalars.count <= Self.longestNote, source.unicodeScalars.count <= Self.longestSource else {
            return .tooLong
        }
        let outcome = try pool.transaction { connection -> ProposeSchemasOutcome in
            try Self.lock(on: connection)
            let current = try Self.current(on: connection)
            if let current, current.hash == repository.hash { return .current(current) }
            let known = try Self.release(withHash: repository.hash, on: connection)
            if let known, try Self.wasCurrent(known.number, on: connection) { return .earlier(known) }
            if let known, let last = try Self.proposal(of: known.number, on: connection), last.base == current?.number {
                return .alreadyProposed(last)
            }
            let release = try known ?? Self.store(repository, by: actor, on: connection)
            try connection.execute(
                """
                INSERT INTO schema_proposal (number, schema_release, base, source, note, author_id, author_name)
                SELECT coalesce(max(number), 0) + 1, \(release.number), \(current?.number), \(source), \(note),
                    \(actor.accountID), \(actor.name.storable)
                FROM schema_proposal
                """)
            guard let proposal = try Self.proposal(of: release.number, on: connection) else { throw MissingRow() }
            try AuditStore.append(
                .schemasProposed, of: "schema release \(release.number)", by: actor,
                [
                    "hash": .text(release.hash), "proposal": .number(proposal.number), "source": .text(source),
                    "base": proposal.base.map { .number($0) },
                ], on: connection)
            return .proposed(proposal)
        }
        if case .proposed(let proposal) = outcome { compiled[proposal.release.number] = repository }
        return outcome
    }

    /// Returns the newest proposal of each of some schema releases, newest first; those without a proposal are omitted.
    package func proposals(of schemaReleases: [Int]) throws -> [SchemaProposal] {
        try pool.withConnection { connection in
            try Self.proposals(
                """
                proposal.number IN (
                    SELECT max(number) FROM schema_proposal WHERE schema_release = ANY (\(schemaReleases))
                    GROUP BY schema_release)
                ORDER BY proposal.number DESC
                """, on: connection)
        }
    }

    /// Returns the newest proposal of a schema release; nil if it has none.
    package func proposal(of schemaRelease: Int) throws -> SchemaProposal? {
        try pool.withConnection { try Self.proposal(of: schemaRelease, on: $0) }
    }

    /// Returns a schema release; nil if it does not exist.
    package func release(_ number: Int) throws -> SchemaRelease? {
        try pool.withConnection { try Self.release(number, on: $0) }
    }

    /// Returns up to `limit` adoptions of schema releases, newest first.
    package func adoptions(limit: Int = 100) throws -> [SchemaAdoption] {
        try pool.withConnection { try Self.adoptions(limit: limit, on: $0) }
    }

    /// Makes a proposed or an earlier schema release the current one. A proposal needs the approvals of
    /// ``Team/approving``; a schema release that was current before needs none.
    ///
    /// `current`: The number of the current schema release that the person saw, 0 for none; nil skips the comparison.
    /// `reason`: Required for a schema release that was current before, and if approvals are missing. `breakGlass`:
    /// True to adopt a proposal even if approvals are missing.
    package func adopt(
        _ schemaRelease: Int, insteadOf current: Int? = nil, reason: String = "", breakGlass: Bool = false,
        by actor: Actor
    ) throws -> AdoptSchemasOutcome {
        guard reason.unicodeScalars.count <= Self.longestNote else { return .reasonRequired }
        return try pool.transaction { connection in
            try Self.lock(on: connection)
            guard let release = try Self.release(schemaRelease, on: connection) else { return .noSuchRelease }
            let before = try Self.current(on: connection)
            if let before, before.number == release.number { return .alreadyCurrent(before) }
            if let current, current != before?.number ?? 0 { return .stale(current: before?.number ?? 0) }
            let open = try Self.openProposal(of: schemaRelease, on: connection)
            if let open, open.base != before?.number { return .stale(current: before?.number ?? 0) }
            let missing = try open.map { try Self.missingTeams(of: $0.number, on: connection) } ?? []
            if !missing.isEmpty, !breakGlass { return .approvalsMissing(missing) }
            if open == nil || !missing.isEmpty, reason.isEmpty { return .reasonRequired }
            return .adopted(
                try Self.append(
                    release, after: before, proposal: open, reason: reason, lacking: missing,
                    disagreements: try disagreements(with: release.number, on: connection), by: actor, on: connection))
        }
    }

    /// Locks the schema releases against other changes until the end of the transaction.
    static func lock(on connection: Connection) throws {
        try connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('galley.schema_release', 0))")
    }

    /// Returns the newest proposal of a schema release; nil if the schema release is or was the current one, or has no
    /// proposal.
    static func openProposal(of schemaRelease: Int, on connection: Connection) throws -> SchemaProposal? {
        try wasCurrent(schemaRelease, on: connection) ? nil : proposal(of: schemaRelease, on: connection)
    }

    /// Returns true if a schema release is the current one, or was before.
    private static func wasCurrent(_ schemaRelease: Int, on connection: Connection) throws -> Bool {
        try !connection.query("SELECT FROM schema_adoption WHERE schema_release = \(schemaRelease) LIMIT 1").isEmpty
    }

    /// Returns the number of entities, properties and enum values about which a schema release and the registered
    /// builds of the apps disagree, summed over the builds; nil if there is no such schema release.
    private func disagreements(with schemaRelease: Int, on connection: Connection) throws -> Int? {
        guard let repository = try repository(of: schemaRelease, on: connection) else { return nil }
        return try lists.clients(on: connection).map { repository.disagreements(with: $0.capabilities).count }.reduce(
            0, +)
    }

    static func append(
        _ release: SchemaRelease, after current: SchemaRelease?, proposal: SchemaProposal? = nil, reason: String = "",
        lacking teams: [Team] = [], disagreements: Int? = nil, by actor: Actor, on connection: Connection
    ) throws -> SchemaAdoption {
        try connection.execute(
            """
            INSERT INTO schema_adoption (number, schema_release, proposal, reason, break_glass, author_id, author_name)
            SELECT coalesce(max(number), 0) + 1, \(release.number), \(proposal?.number), \(reason.storable),
                \(!teams.isEmpty), \(actor.accountID), \(actor.name.storable)
            FROM schema_adoption
            """)
        try AuditStore.append(
            .schemasAdopted, of: "schema release \(release.number)", by: actor,
            [
                "hash": .text(release.hash), "before": current.map { .number($0.number) },
                "proposal": proposal.map { .number($0.number) }, "reason": reason.isEmpty ? nil : .text(reason),
                "withoutApprovalOf": teams.isEmpty ? nil : .texts(teams.map(\.rawValue)),
                "disagreements": disagreements.map { .number($0) },
            ], on: connection)
        guard let adoption = try adoptions(limit: 1, on: connection).first else { throw MissingRow() }
        return adoption
    }

    static func proposal(of schemaRelease: Int, on connection: Connection) throws -> SchemaProposal? {
        try proposals(
            "schema_release.number = \(schemaRelease) ORDER BY proposal.number DESC LIMIT 1", on: connection
        ).first
    }

    private static func release(_ number: Int, on connection: Connection) throws -> SchemaRelease? {
        try connection.query(
            "SELECT number, hash, author_id, author_name, created_at FROM schema_release WHERE number = \(number)"
        ).map(release).first
    }

    private static func adoptions(limit: Int, on connection: Connection) throws -> [SchemaAdoption] {
        try connection.query(
            """
            SELECT number, schema_release, proposal, reason, break_glass, author_id, author_name, created_at
            FROM schema_adoption ORDER BY number DESC LIMIT \(limit)
            """
        ).map { row in
            SchemaAdoption(
                number: try row["number", as: Int.self], schemaRelease: try row["schema_release", as: Int.self],
                proposal: try row["proposal", as: Int?.self], reason: try row["reason", as: String.self],
                isBreakGlass: try row["break_glass", as: Bool.self],
                author: try Actor(row), createdAt: try row["created_at", as: Date.self])
        }
    }

    private static func proposals(_ condition: SQL, on connection: Connection) throws -> [SchemaProposal] {
        try connection.query(
            """
            SELECT proposal.number AS proposal, base, source, note, proposal.author_id AS proposer_id,
                proposal.author_name AS proposer_name, proposal.created_at AS proposed_at, schema_release.number, hash,
                schema_release.author_id, schema_release.author_name, schema_release.created_at
            FROM schema_proposal AS proposal JOIN schema_release ON schema_release.number = proposal.schema_release
            WHERE \(condition)
            """
        ).map { row in
            SchemaProposal(
                number: try row["proposal", as: Int.self], release: try release(row),
                base: try row["base", as: Int?.self], source: try row["source", as: String.self],
                note: try row["note", as: String.self],
                author: Actor(
                    accountID: try row["proposer_id", as: Int?.self], name: try row["proposer_name", as: String.self]),
                createdAt: try row["proposed_at", as: Date.self])
        }
    }
}
