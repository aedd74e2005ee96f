/// Why a schema repository cannot be used: everything that was found, not only the first.
package struct RepositoryError: Error, Sendable, CustomStringConvertible {
    package let diagnostics: [FileDiagnostic]

    package init(diagnostics: [FileDiagnostic]) { self.diagnostics = diagnostics }

    package var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
