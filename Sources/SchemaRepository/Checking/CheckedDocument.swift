package import JSONText

/// A text that was checked, with its diagnostics.
package struct CheckedDocument: Sendable {
    /// The text exactly as given.
    package let bytes: [UInt8]

    /// The parsed text; nil if it is not JSON.
    package let document: JSONDocument?

    /// The kind of the document; nil if the caller named none and `SchemaRepository.kind(of:)` found none.
    package let kind: DocumentKind?

    /// The errors and warnings.
    package let diagnostics: [Diagnostic]

    package init(bytes: [UInt8], document: JSONDocument?, kind: DocumentKind?, diagnostics: [Diagnostic]) {
        self.bytes = bytes
        self.document = document
        self.kind = kind
        self.diagnostics = diagnostics
    }

    /// Returns the document with more diagnostics, all sorted in text order and without duplicates.
    package func adding(_ further: [Diagnostic]) -> CheckedDocument {
        guard !further.isEmpty else { return self }
        return CheckedDocument(
            bytes: bytes, document: document, kind: kind, diagnostics: DiagnosticOrder.sorted(diagnostics + further))
    }

    /// True if the text is JSON and has no errors.
    package var isValid: Bool { document != nil && !diagnostics.contains { $0.severity == .error } }
}
