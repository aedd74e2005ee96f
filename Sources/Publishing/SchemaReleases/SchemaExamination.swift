import DocumentKinds
package import JSONText
package import SchemaRepository

/// The files of a schema repository, checked before they are proposed.
package struct SchemaExamination: Sendable {
    /// The problems in file order.
    package let findings: [FileDiagnostic]
    /// The compiled repository; nil if its problems keep it from being proposed.
    package let repository: SchemaRepository?

    /// Checks files by the dialect. Schemas without annotations of the dialect are used despite errors, if they can be
    /// compiled. `more` are problems that were found elsewhere, as in previews. Files whose check takes more than the
    /// budget are refused.
    package init(
        _ documents: [SchemaDocument], work: WorkBudget? = nil,
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

    /// The refusal of files whose check takes too long, at the largest of them.
    private static func tooMuch(_ documents: [SchemaDocument]) -> FileDiagnostic {
        let largest = documents.max { $0.bytes.count < $1.bytes.count }
        let message = """
            The check of these files took too long and was stopped; this is the largest. Import fewer or smaller \
            schemas, or import them at the command line, which has no limit.
            """
        return FileDiagnostic(
            file: largest?.path ?? "",
            diagnostic: Diagnostic(
                severity: .error, code: "repository.work", message: message, pointer: JSONPointer()))
    }
}
