package import JSONText
package import PostgreSQL
package import SchemaRepository

/// Checks the references of documents to features and option lists.
package struct ReferenceStore: Sendable {
    private let pool: ConnectionPool
    private let schemaReleases: SchemaReleaseStore

    /// The maximum number of revisions that `uses(of:)` returns.
    package static let maximumUses = 200

    package init(pool: ConnectionPool, schemaReleases: SchemaReleaseStore) {
        self.pool = pool
        self.schemaReleases = schemaReleases
    }

    /// Returns warnings about the references of a document: first those whose target does not exist or does not fit, in
    /// text order, then those by which the document of the feature contains itself, then disagreements with the modules
    /// that it names.
    package func warnings(
        in document: JSONDocument, kind: DocumentKind, of feature: String?, by repository: SchemaRepository
    ) throws -> [Diagnostic] {
        let references = repository.references(in: document, kind: kind)
        guard !references.isEmpty else { return [] }
        return try pool.withConnection { connection in
            let missing = try ReferenceTable.faults(of: references, by: repository, on: connection).map(\.diagnostic)
            let loops = try feature.map { name in
                try ReferenceLoops(by: repository, on: connection).faults(of: references, in: name, kind: kind)
                    .map(\.diagnostic)
            }
            return try missing + (loops ?? [])
                + ModuleTable.faults(of: document, work: WorkBudget(), connection).map { fault in
                    var warning = fault
                    warning.severity = .warning
                    return warning
                }
        }
    }

    /// Returns a checked document with the warnings about its references added. `feature` is the name of the document's
    /// feature; nil if it is unknown.
    package func completing(
        _ checked: CheckedDocument, of feature: String?, by repository: SchemaRepository
    ) throws -> CheckedDocument {
        guard let document = checked.document, let kind = checked.kind else { return checked }
        return checked.adding(try warnings(in: document, kind: kind, of: feature, by: repository))
    }

    /// Returns the stored diagnostics of a revision, with the warnings about its references according to the current
    /// schemas.
    package func diagnostics(of revision: Revision, kind: String) throws -> [Diagnostic] {
        guard let repository = try schemaReleases.currentRepository()?.repository,
            let kind = repository.kind(named: kind),
            let document = try? JSONDocument(parsing: revision.bytes, limits: .console)
        else { return revision.diagnostics }
        let stored = CheckedDocument(
            bytes: revision.bytes, document: document, kind: kind, diagnostics: revision.diagnostics)
        return stored.adding(
            try warnings(in: document, kind: kind, of: revision.feature, by: repository)
        ).diagnostics
    }

    /// Returns up to `limit` live and newest revisions that refer to a feature, in order of their features' names.
    package func uses(of feature: String, limit: Int = maximumUses) throws -> [FeatureUse] {
        try pool.withConnection { try ReferenceIndex.uses(of: feature, limit: limit, on: $0) }
    }

    /// Returns warnings about live documents of other features that refer to a feature by its present name, which stops
    /// working at once; none if the renaming has a grace period.
    package func warnings(of renaming: RenameRequest) throws -> [ReleaseProblem] {
        guard renaming.graceDays == 0 else { return [] }
        return try pool.withConnection { connection in
            guard let feature = try FeatureStore.feature(named: renaming.feature, on: connection),
                feature.name != renaming.name
            else { return [] }
            return try ReferenceIndex.uses(of: feature.name, limit: Self.maximumUses, on: connection)
                .filter { $0.isLive && $0.name == feature.name && $0.feature != feature.name }
                .map { use in
                    ReleaseProblem(
                        code: "still-used",
                        message: """
                            `\(use.feature)` (revision \(use.revision), line \(use.line)) still uses `\(use.name)`, \
                            which no longer works.
                            """, feature: renaming.name)
                }
        }
    }

    /// Stores the references of live and newest revisions that were saved before references were stored, in several
    /// transactions. Does nothing if all are stored.
    package func storeOlder() throws {
        guard let repository = try schemaReleases.currentRepository()?.repository else { return }
        var count = 0
        repeat {
            count = try pool.transaction { try ReferenceIndex.storeOlder(limit: 100, by: repository, on: $0) }
        } while count > 0
    }
}
