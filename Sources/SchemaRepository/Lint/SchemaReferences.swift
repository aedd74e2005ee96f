import JSONText

/// What the references of one schema lead to, as they are written in a repository: a path of another schema, a place
/// in this one, or both.
struct SchemaReferences {
    /// The schema in which the references stand.
    let root: JSONValue

    /// Every schema of the repository by its identifier.
    let schemas: [String: JSONValue]

    /// The schema that `$ref` of this one leads to; nil without one, and for what is not written with JSON Pointers.
    func target(of schema: JSONValue) -> JSONValue? {
        guard let reference = schema["$ref"]?.string else { return nil }
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let document = parts[0].isEmpty ? root : schemas[String(parts[0])]
        guard parts.count == 2 else { return document }
        return JSONPointer(String(parts[1])).flatMap { document?.value(at: $0) }
    }

    /// The references of the schema in which the target of this one's `$ref` stands.
    func moved(to schema: JSONValue) -> SchemaReferences {
        let document = schema["$ref"]?.string?.split(separator: "#", omittingEmptySubsequences: false).first
        return SchemaReferences(root: document.flatMap { schemas[String($0)] } ?? root, schemas: schemas)
    }
}
