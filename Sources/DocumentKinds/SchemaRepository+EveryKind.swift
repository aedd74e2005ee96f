package import SchemaRepository

extension SchemaRepository {
    /// Reads a directory; its documents are checked by the rules of every kind.
    ///
    /// - Throws: `RepositoryError` with everything that keeps the repository from being used.
    package init(loading directory: String) throws(RepositoryError) {
        try self.init(loading: directory, rules: .everyKind)
    }

    /// Takes documents as a schema release stores them, in any order; they are checked by the rules of every kind.
    ///
    /// - Throws: `RepositoryError` with everything that keeps the repository from being used.
    package init(documents: [SchemaDocument]) throws(RepositoryError) {
        try self.init(documents: documents, rules: .everyKind)
    }

    /// Everything that is wrong with a schema repository on disk, by the rules of every kind of document.
    package static func lint(directory: String) -> [FileDiagnostic] { lint(directory: directory, rules: .everyKind) }

    /// Everything that is wrong with the documents of a schema repository, by the rules of every kind of document.
    package static func lint(documents: [SchemaDocument]) -> [FileDiagnostic] {
        lint(documents: documents, rules: .everyKind)
    }
}
