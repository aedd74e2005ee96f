package import JSONSchema
package import JSONText

/// Whether the values that schemas offer for their instances are instances: test values, examples of properties, and
/// defaults.
package enum ValueLint {
    static func diagnostics(of repository: SchemaRepository) -> [FileDiagnostic] {
        repository.entities.flatMap { entity in
            Subschema.all(in: entity.document.root).flatMap { schema in
                values(of: schema).flatMap { value, severity in
                    faults(of: value, by: schema.value, severity: severity, in: entity, of: repository)
                }
            }
        }
    }

    /// The values that a schema offers, and how bad it is when one does not fit.
    package static func values(of schema: Subschema) -> [(value: JSONValue, severity: Diagnostic.Severity)] {
        let test = [schema.value["x-test"]].compactMap(\.self).map { ($0, Diagnostic.Severity.error) }
        // A default is an annotation: one that does not fit is odd, but breaks nothing.
        let standard = [schema.value["default"]].compactMap(\.self).map { ($0, Diagnostic.Severity.warning) }
        // At the root, `examples` are those of the entity.
        let keywords = if case .root = schema.place { ["x-examples"] } else { ["examples", "x-examples"] }
        let examples = keywords.flatMap { schema.value[$0].map { Array($0.elements) } ?? [] }
        return test + standard + examples.map { ($0, .error) }
    }

    private static func faults(
        of value: JSONValue, by schema: JSONValue, severity: Diagnostic.Severity, in entity: Entity,
        of repository: SchemaRepository
    ) -> [FileDiagnostic] {
        guard let compiled = repository.schemas.schema(entity.id, at: schema.pointer) else { return [] }
        return faults(of: value, by: compiled.root, severity: severity, in: entity.document)
            .map { FileDiagnostic(file: entity.path, diagnostic: $0) }
    }

    /// Why a value inside a document does not fit a schema, each fault at its place in the document.
    package static func faults(
        of value: JSONValue, by schema: SchemaNode, severity: Diagnostic.Severity, in document: JSONDocument
    ) -> [Diagnostic] {
        guard let alone = try? JSONDocument(parsing: value.rawBytes) else { return [] }
        return schema.validate(alone.root, in: alone).map { diagnostic in
            var moved = diagnostic.moved(below: value.pointer, by: value.range.lowerBound, in: document)
            moved.severity = severity
            return moved
        }
    }
}
