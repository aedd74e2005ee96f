import DocumentKinds
package import JSONText
package import SchemaRepository

/// The files of a schema repository, checked before they are proposed.
package struct SchemaCheck: Sendable {
    /// The problems in file order, followed by those of further checks. If the check took too long, that problem comes
    /// first.
    package let findings: [FileDiagnostic]
    /// The compiled repository; nil if the files cannot be proposed because of their problems.
    package let repository: SchemaRepository?

    /// Checks files against Galley's rules for schemas. Schemas of other systems (`SchemaRepository.isForeign`) are
    /// accepted despite errors if they can be compiled. `more` runs further checks of the compiled repository, such as
    /// drawing previews. Files whose check takes more than the budget are refused.
    package init(
        _ documents: [RepositoryFile], work: WorkBudget? = nil,
        more: (SchemaRepository) throws -> [FileDiagnostic] = { _ in [] }
    ) rethrows {
        let found = SchemaRepository.lint(documents: documents, work: work)
        let compiled = documents.isEmpty ? nil : try? SchemaRepository(documents: documents, work: work)
        guard let repository = compiled, !(work?.isSpent ?? false) else {
            let tooMuch = work?.isSpent ?? false ? [Self.tooMuch(documents)] : []
            (findings, self.repository) = (tooMuch + found, nil)
            return
        }
        findings = found + (try more(repository))
        let isRefused = !repository.isForeign && findings.contains { $0.diagnostic.severity == .error }
        self.repository = isRefused ? nil : repository
    }

    /// Returns the error that the check of the files takes too long, reported at the largest file.
    private static func tooMuch(_ documents: [RepositoryFile]) -> FileDiagnostic {
        let largest = documents.max { $0.bytes.count < $1.bytes.count }
        let message = """
            The check of these files took too long and was stopped; this is the largest file. Import fewer or smaller \
            schemas, or import them at the command line, where the check may take longer.
            """
        return FileDiagnostic(
            file: largest?.path ?? "",
            diagnostic: Diagnostic(
                severity: .error, code: "repository.work", message: message, pointer: JSONPointer()))
    }
}
