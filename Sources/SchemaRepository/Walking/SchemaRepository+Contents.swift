import JSONSchema
package import JSONText

extension SchemaRepository {
    /// The identifiers of the entities that a document is made of: those whose schemas apply to a value of it.
    ///
    /// The document may have faults; what a fault makes undecidable is left out.
    package func entities(in document: JSONDocument, kind: DocumentKind) -> Set<String> {
        guard let annotated = schemas.annotated(kind.id) else { return [] }
        return annotated.entities.uris(from: annotated.schema.root, document.root).filter { entity($0) != nil }
    }

    /// The other entities whose schemas refer to one, in the order of their identifiers.
    package func entities(referringTo id: String) -> [Entity] {
        entities.filter { entity in
            entity.id != id && Self.references(in: entity.document.root).contains(id)
        }
    }

    /// The documents that a schema's references name, each without the place inside it.
    private static func references(in schema: JSONValue) -> Set<String> {
        var found: Set<String> = []
        var open = [schema]
        while let value = open.popLast() {
            if let reference = value["$ref"]?.string { found.insert(String(reference.prefix { $0 != "#" })) }
            open += value.kind == .object ? value.members.map(\.value) : Array(value.elements)
        }
        return found
    }
}
