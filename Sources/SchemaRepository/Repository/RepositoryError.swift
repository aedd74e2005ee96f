/// The error of an unusable schema repository, with all reasons found.
package struct RepositoryError: Error, Sendable, CustomStringConvertible {
    package let diagnostics: [FileDiagnostic]

    package init(diagnostics: [FileDiagnostic]) { self.diagnostics = diagnostics }

    package var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
