import JSONSchema
package import JSONText

extension SchemaRepository {
    /// Returns the identifiers of the entities that occur in a document: those whose schemas apply to one of its
    /// values.
    ///
    /// The document may have faults; values that cannot be assigned to a schema because of a fault are left out.
    package func entities(in document: JSONDocument, kind: DocumentKind) -> Set<String> {
        guard let annotated = schemas.annotated(kind.id) else { return [] }
        return annotated.entities.ids(from: annotated.schema.root, document.root)
    }

    /// Returns the other entities whose schemas refer to an entity, sorted by identifier.
    package func entities(referringTo id: String) -> [Entity] {
        entities.filter { entity in
            entity.id != id && Self.references(in: entity.document.root).contains(id)
        }
    }

    /// Returns the references in a schema, without their fragments.
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
