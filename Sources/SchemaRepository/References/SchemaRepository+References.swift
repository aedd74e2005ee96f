import JSONSchema
package import JSONText

extension SchemaRepository {
    /// Everything outside a document that it names, in the order of its text.
    ///
    /// The document may have faults; a reference inside what they make undecidable is left out.
    package func references(in document: JSONDocument, kind: DocumentKind) -> [DocumentReference] {
        guard let annotated = schemas.annotated(kind.id) else { return [] }
        return annotated.references.references(from: annotated.schema.root, in: document)
    }
}
