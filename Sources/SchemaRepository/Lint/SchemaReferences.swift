import JSONText

/// Resolves the references of one schema of a repository: to another schema by its identifier, to a place in the same
/// schema by a JSON Pointer, or to a place in another schema by both.
struct SchemaReferences {
    /// The schema that contains the references.
    let root: JSONValue

    /// The schemas of the repository by identifier.
    let schemas: [String: JSONValue]

    /// Returns the target of a schema's `$ref`; nil if there is no `$ref` or no target, or if the fragment is not a
    /// JSON Pointer.
    func target(of schema: JSONValue) -> JSONValue? {
        guard let reference = schema["$ref"]?.string else { return nil }
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let document = parts[0].isEmpty ? root : schemas[String(parts[0])]
        guard parts.count == 2 else { return document }
        return JSONPointer(String(parts[1])).flatMap { document?.value(at: $0) }
    }

    /// Returns the resolver for references in the target of a schema's `$ref`.
    func forTarget(of schema: JSONValue) -> SchemaReferences {
        let document = schema["$ref"]?.string?.split(separator: "#", omittingEmptySubsequences: false).first
        return SchemaReferences(root: document.flatMap { schemas[String($0)] } ?? root, schemas: schemas)
    }
}
