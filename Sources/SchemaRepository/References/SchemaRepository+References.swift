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

    /// Returns the references of a checked document in text order; none if it is not JSON or its kind is unknown.
    package func references(in checked: CheckedDocument) -> [DocumentReference] {
        guard let document = checked.document, let kind = checked.kind else { return [] }
        return references(in: document, kind: kind)
    }
}
