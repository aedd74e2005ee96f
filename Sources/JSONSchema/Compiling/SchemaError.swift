package import JSONText

/// A fault of a schema document, with the document's URI.
package struct SchemaDiagnostic: Sendable, Hashable {
    /// The URI that the document was added under.
    package let uri: String
    package let diagnostic: Diagnostic

    /// Creates a fault of the document at a URI.
    package init(uri: String, diagnostic: Diagnostic) {
        self.uri = uri
        self.diagnostic = diagnostic
    }
}

/// The reasons why a schema cannot be used.
package struct SchemaError: Error, Sendable, CustomStringConvertible {
    package let diagnostics: [SchemaDiagnostic]

    /// Creates an error from its reasons, at least one.
    package init(diagnostics: [SchemaDiagnostic]) {
        self.diagnostics = diagnostics
    }

    package var description: String {
        diagnostics.map { "\($0.uri)#\($0.diagnostic.pointer): \($0.diagnostic.message)" }.joined(separator: "\n")
    }
}
