package import JSONText

/// A document as somebody wrote it, and everything that is wrong with it.
package struct CheckedDocument: Sendable {
    /// The text exactly as it was given.
    package let bytes: [UInt8]

    /// The parsed text; nil when it is no JSON.
    package let document: JSONDocument?

    /// What the document is meant to be; nil when neither the caller nor its `type` says so.
    package let kind: DocumentKind?

    /// Errors and warnings in the order of the text.
    package let diagnostics: [Diagnostic]

    package init(bytes: [UInt8], document: JSONDocument?, kind: DocumentKind?, diagnostics: [Diagnostic]) {
        self.bytes = bytes
        self.document = document
        self.kind = kind
        self.diagnostics = diagnostics
    }

    /// The same document with further diagnostics, each where it belongs in the order of the text.
    package func adding(_ further: [Diagnostic]) -> CheckedDocument {
        guard !further.isEmpty else { return self }
        return CheckedDocument(
            bytes: bytes, document: document, kind: kind, diagnostics: DiagnosticOrder.sorted(diagnostics + further))
    }

    /// Whether nothing is wrong with it but warnings.
    package var isValid: Bool { document != nil && !diagnostics.contains { $0.severity == .error } }
}
