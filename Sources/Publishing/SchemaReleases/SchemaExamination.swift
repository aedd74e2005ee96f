import DocumentKinds
import JSONText
package import SchemaRepository

/// The files of a schema repository, checked before they are proposed.
package struct SchemaExamination: Sendable {
    /// The problems in file order.
    package let findings: [FileDiagnostic]
    /// The compiled repository; nil if its problems keep it from being proposed.
    package let repository: SchemaRepository?

    /// Checks files by the dialect. Schemas without annotations of the dialect are used despite errors, if they can be
    /// compiled. `more` are problems that were found elsewhere, as in previews.
    package init(_ documents: [SchemaDocument], more: (SchemaRepository) throws -> [FileDiagnostic] = { _ in [] })
        rethrows
    {
        let found = SchemaRepository.lint(documents: documents)
        guard let repository = documents.isEmpty ? nil : try? SchemaRepository(documents: documents) else {
            (findings, self.repository) = (found, nil)
            return
        }
        findings = found + (try more(repository))
        let isRefused = !repository.isForeign && findings.contains { $0.diagnostic.severity == .error }
        self.repository = isRefused ? nil : repository
    }
}
