package import JSONText

extension SchemaRepository {
    /// Checks a text: its syntax, then its schema, then the rules that no schema can say.
    ///
    /// `kind` is what the document is meant to be; nil lets its `type` choose among the root kinds.
    package func check(_ bytes: [UInt8], kind: DocumentKind?) -> CheckedDocument {
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: bytes, limits: .console)
        } catch {
            let lines = LineTable(bytes)
            let diagnostics = error.errors.map { $0.diagnostic(lines: lines) }
            return CheckedDocument(bytes: bytes, document: nil, kind: kind, diagnostics: diagnostics)
        }
        let warnings = document.warnings.map { $0.diagnostic(lines: document.lines, severity: .warning) }
        return CheckedDocument(
            bytes: bytes, document: document, kind: kind ?? self.kind(of: document), diagnostics: warnings)
    }

    /// The root kind that the document's `type` names.
    package func kind(of document: JSONDocument) -> DocumentKind? {
        guard let type = document.root["type"]?.string else { return nil }
        return rootKinds.first { entity($0.id)?.typeName == type }
    }
}
