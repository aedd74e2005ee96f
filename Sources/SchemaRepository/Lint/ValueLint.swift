package import JSONSchema
package import JSONText

/// Checks the values that schemas offer for their instances: test values, examples of properties, and defaults.
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

    /// Returns the values that a schema offers, with the severity of an invalid one.
    package static func values(of schema: Subschema) -> [(value: JSONValue, severity: Diagnostic.Severity)] {
        let test = [schema.value[.testValue]].compactMap(\.self).map { ($0, Diagnostic.Severity.error) }
        // An invalid default is only a warning, because defaults are annotations.
        let standard = [schema.value["default"]].compactMap(\.self).map { ($0, Diagnostic.Severity.warning) }
        let examples = Annotation.examples.rawValue
        // At the root, `examples` belong to the entity.
        let keywords = if case .root = schema.place { [examples] } else { ["examples", examples] }
        let offered = keywords.flatMap { schema.value[$0].map { Array($0.elements) } ?? [] }
        return test + standard + offered.map { ($0, .error) }
    }

    private static func faults(
        of value: JSONValue, by schema: JSONValue, severity: Diagnostic.Severity, in entity: Entity,
        of repository: SchemaRepository
    ) -> [FileDiagnostic] {
        guard let compiled = repository.schemas.schema(entity.id, at: schema.pointer) else { return [] }
        return faults(of: value, by: compiled.root, severity: severity, in: entity.document)
            .map { FileDiagnostic(file: entity.path, diagnostic: $0) }
    }

    /// Returns the faults of a value inside a document, with positions in the document.
    package static func faults(
        of value: JSONValue, by schema: SchemaNode, severity: Diagnostic.Severity, in document: JSONDocument,
        within work: WorkBudget? = nil
    ) -> [Diagnostic] {
        guard let alone = try? JSONDocument(parsing: value.rawBytes) else { return [] }
        return schema.validate(alone.root, in: alone, within: work).map { diagnostic in
            var moved = diagnostic.moved(below: value.pointer, by: value.range.lowerBound, in: document)
            moved.severity = severity
            return moved
        }
    }
}
