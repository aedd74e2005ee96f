package import JSONSchema
package import JSONText

/// Checks the values that schemas offer for their instances: test values, examples of properties, and defaults.
package enum ValueLint {
    /// Returns the faults of the offered values; an incomplete list if `work` is used up.
    static func diagnostics(of repository: SchemaRepository, within work: WorkBudget? = nil) -> [FileDiagnostic] {
        repository.entities.flatMap { entity in
            var compiled = CompiledPlaces(of: entity, in: repository, within: work)
            return Subschema.all(in: entity.document.root).flatMap { schema in
                values(of: schema).flatMap { value, severity -> [FileDiagnostic] in
                    guard !(work?.isSpent ?? false), let node = compiled[schema.value] else { return [] }
                    return faults(of: value, by: node, severity: severity, in: entity.document, within: work).map {
                        FileDiagnostic(file: entity.path, diagnostic: $0)
                    }
                }
            }
        }
    }

    /// Returns the values that a schema offers, with the severity of an invalid one.
    package static func values(of schema: Subschema) -> [(value: JSONValue, severity: Diagnostic.Severity)] {
        let test = [schema.value[.testValue]].compactMap(\.self).map { ($0, Diagnostic.Severity.error) }
        // An invalid default is only a warning, because JSON Schema recommends valid defaults but does not require
        // them.
        let standard = [schema.value["default"]].compactMap(\.self).map { ($0, Diagnostic.Severity.warning) }
        let examples = Annotation.examples.rawValue
        // The `examples` at the root are examples of the entity, which `ExampleLint` checks.
        let keywords = if case .root = schema.place { [examples] } else { ["examples", examples] }
        let offered = keywords.flatMap { schema.value[$0].map { Array($0.elements) } ?? [] }
        return test + standard + offered.map { ($0, .error) }
    }

    /// Returns the faults of a value inside a document, with positions in the document. All faults get the given
    /// severity.
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

/// The compiled subschemas of an entity by their places in its document. The entity is compiled once for all of them,
/// because the time to compile each on its own grows with the square of their number.
private struct CompiledPlaces {
    private let entity: Entity
    private let repository: SchemaRepository
    private let work: WorkBudget?
    /// The compiled subschemas by the byte offset of their source; nil until the first use.
    private var nodes: [Int: SchemaNode]?

    init(of entity: Entity, in repository: SchemaRepository, within work: WorkBudget?) {
        (self.entity, self.repository, self.work) = (entity, repository, work)
    }

    /// The compiled schema at a value of the document; nil if it cannot be compiled.
    subscript(source: JSONValue) -> SchemaNode? {
        mutating get {
            if nodes == nil { nodes = places() }
            if let known = nodes?[source.range.lowerBound] { return known }
            // The entity's schema does not refer to this definition, so it is compiled on its own.
            return repository.schemas.schema(entity.id, at: source.pointer, within: work)?.root
        }
    }

    private func places() -> [Int: SchemaNode] {
        guard let schema = repository.schemas.schema(entity.id) else { return [:] }
        // The URI of the document, which ends with `#`.
        let resource = schema.root.location
        var places: [Int: SchemaNode] = [:]
        for node in schema.nodes where node.source.kind == .object && node.location.hasPrefix(resource) {
            places[node.source.range.lowerBound] = node
        }
        return places
    }
}
