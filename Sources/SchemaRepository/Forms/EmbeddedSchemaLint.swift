import JSONText

/// Warnings for a schema inside a document, as the schemas of a repository get them: misspelt keywords, demands that
/// contradict each other, and required names that do not exist.
enum EmbeddedSchemaLint {
    /// The warnings in the order of the schema's text.
    static func diagnostics(of schema: JSONValue, in document: JSONDocument) -> [Diagnostic] {
        let found = Subschema.all(in: schema).flatMap { subschema in
            // Members with a prefix are the author's own.
            KeywordLint.misspellings(of: subschema.value).filter { !$0.isAnnotation }.map(\.finding)
        }
        return (found + ContradictionLint.findings(in: schema)).map { $0.diagnostic(in: document) }
            + RequiredFieldRules.diagnostics(of: schema, in: document)
    }
}
