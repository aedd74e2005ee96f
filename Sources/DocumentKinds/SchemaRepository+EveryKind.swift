package import JSONText
package import SchemaRepository

extension SchemaRepository {
    /// Creates a repository from the files of a directory, with the document rules of all kinds.
    ///
    /// - Throws: `RepositoryError` with all problems found.
    package init(loading directory: String) throws(RepositoryError) {
        try self.init(loading: directory, rules: .everyKind)
    }

    /// Creates a repository from the files of a schema release, in any order, with the document rules of all kinds.
    ///
    /// - Throws: `RepositoryError` with all problems found. It is a problem too if `work` is used up.
    package init(documents: [RepositoryFile], work: WorkBudget? = nil) throws(RepositoryError) {
        try self.init(documents: documents, rules: .everyKind, work: work)
    }

    /// Returns all problems of a schema repository in a directory, with the document rules of all kinds.
    package static func lint(directory: String) -> [FileDiagnostic] { lint(directory: directory, rules: .everyKind) }

    /// Returns all problems of the files of a schema repository, with the document rules of all kinds; an incomplete
    /// list if `work` is used up.
    package static func lint(documents: [RepositoryFile], work: WorkBudget? = nil) -> [FileDiagnostic] {
        lint(documents: documents, rules: .everyKind, work: work)
    }
}
