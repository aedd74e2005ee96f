import JSONText

/// Resolves the references of one schema in a repository: the path of another schema, a place in this one, or both.
struct SchemaReferences {
    /// The schema that contains the references.
    let root: JSONValue

    /// The schemas of the repository by identifier.
    let schemas: [String: JSONValue]

    /// Returns the target of a schema's `$ref`; nil without one, and for references without JSON Pointers.
    func target(of schema: JSONValue) -> JSONValue? {
        guard let reference = schema["$ref"]?.string else { return nil }
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let document = parts[0].isEmpty ? root : schemas[String(parts[0])]
        guard parts.count == 2 else { return document }
        return JSONPointer(String(parts[1])).flatMap { document?.value(at: $0) }
    }

    /// Returns the references of the document that contains the target of this `$ref`.
    func moved(to schema: JSONValue) -> SchemaReferences {
        let document = schema["$ref"]?.string?.split(separator: "#", omittingEmptySubsequences: false).first
        return SchemaReferences(root: document.flatMap { schemas[String($0)] } ?? root, schemas: schemas)
    }
}
