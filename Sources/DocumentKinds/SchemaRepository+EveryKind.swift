package import JSONText
package import SchemaRepository

extension SchemaRepository {
    /// Loads a directory and checks its documents by the rules of all kinds.
    ///
    /// - Throws: `RepositoryError` with all faults that make the repository unusable.
    package init(loading directory: String) throws(RepositoryError) {
        try self.init(loading: directory, rules: .everyKind)
    }

    /// Takes the documents of a schema release, in any order, and checks them by the rules of all kinds.
    ///
    /// - Throws: `RepositoryError` with all faults that make the repository unusable.
    package init(documents: [SchemaDocument], work: WorkBudget? = nil) throws(RepositoryError) {
        try self.init(documents: documents, rules: .everyKind, work: work)
    }

    /// Returns all faults of a schema repository on disk, by the rules of all kinds.
    package static func lint(directory: String) -> [FileDiagnostic] { lint(directory: directory, rules: .everyKind) }

    /// Returns all faults of a schema repository's documents, by the rules of all kinds; those that were found before
    /// the budget ended.
    package static func lint(documents: [SchemaDocument], work: WorkBudget? = nil) -> [FileDiagnostic] {
        lint(documents: documents, rules: .everyKind, work: work)
    }
}
