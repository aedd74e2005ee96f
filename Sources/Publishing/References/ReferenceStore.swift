package import JSONText
package import PostgreSQL
package import SchemaRepository

/// Checks the references of documents to features and option lists.
package struct ReferenceStore: Sendable {
    private let pool: ConnectionPool
    private let schemaReleases: SchemaReleaseStore

    package init(pool: ConnectionPool, schemaReleases: SchemaReleaseStore) {
        self.pool = pool
        self.schemaReleases = schemaReleases
    }

    /// Returns warnings for references that do not exist or do not fit, in text order.
    package func warnings(
        in document: JSONDocument, kind: DocumentKind, by repository: SchemaRepository
    ) throws -> [Diagnostic] {
        let references = repository.references(in: document, kind: kind)
        guard !references.isEmpty else { return [] }
        return try pool.withConnection { connection in
            try ReferenceTable.faults(of: references, by: repository, on: connection).map(\.diagnostic)
        }
    }

    /// Returns a checked document with these warnings added.
    package func completing(_ checked: CheckedDocument, by repository: SchemaRepository) throws -> CheckedDocument {
        guard let document = checked.document, let kind = checked.kind else { return checked }
        return checked.adding(try warnings(in: document, kind: kind, by: repository))
    }

    /// Returns the diagnostics of a revision with the current warnings, by the current schemas.
    package func diagnostics(of revision: Revision, kind: String) throws -> [Diagnostic] {
        guard let repository = try schemaReleases.currentRepository()?.repository,
            let kind = repository.kind(named: kind),
            let document = try? JSONDocument(parsing: revision.bytes, limits: .console)
        else { return revision.diagnostics }
        let stored = CheckedDocument(
            bytes: revision.bytes, document: document, kind: kind, diagnostics: revision.diagnostics)
        return stored.adding(try warnings(in: document, kind: kind, by: repository)).diagnostics
    }
}
