import JSONSchema
package import JSONText

extension SchemaRepository {
    /// Returns the references of a document in text order.
    ///
    /// The document may be invalid; references in parts whose schema is uncertain are omitted.
    package func references(in document: JSONDocument, kind: DocumentKind) -> [DocumentReference] {
        guard let annotated = schemas.annotated(kind.id) else { return [] }
        return annotated.references.references(from: annotated.schema.root, in: document)
    }
}
