package import JSONText
package import PostgreSQL
package import SchemaRepository

/// References from documents to the features and option lists of the installation.
package struct ReferenceStore: Sendable {
    private let pool: ConnectionPool
    private let schemaReleases: SchemaReleaseStore

    package init(pool: ConnectionPool, schemaReleases: SchemaReleaseStore) {
        self.pool = pool
        self.schemaReleases = schemaReleases
    }

    /// The warnings for names in a document that nothing in the installation has, in the order of the text.
    package func warnings(
        in document: JSONDocument, kind: DocumentKind, by repository: SchemaRepository
    ) throws -> [Diagnostic] {
        let references = repository.references(in: document, kind: kind)
        guard !references.isEmpty else { return [] }
        return try pool.withConnection { connection in
            try ReferenceTable.faults(of: references, by: repository, on: connection).map(\.diagnostic)
        }
    }

    /// A checked document with those warnings among its diagnostics.
    package func completing(_ checked: CheckedDocument, by repository: SchemaRepository) throws -> CheckedDocument {
        guard let document = checked.document, let kind = checked.kind else { return checked }
        return checked.adding(try warnings(in: document, kind: kind, by: repository))
    }

    /// The diagnostics of a revision with those warnings as they are now, by the current schemas.
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
