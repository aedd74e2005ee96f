import JSONText

extension SchemaRepository {
    /// Everything that is wrong with a schema repository on disk, in the order of its files.
    ///
    /// Beyond what keeps it from being used: what the dialect forbids, examples that are not valid, and
    /// counter-examples that are.
    package static func lint(directory: String) -> [FileDiagnostic] {
        do {
            return lint(documents: try SchemaDirectory.documents(in: directory))
        } catch {
            return error.diagnostics
        }
    }

    /// Everything that is wrong with the documents of a schema repository, in the order of their paths.
    package static func lint(documents: [SchemaDocument]) -> [FileDiagnostic] {
        let reader = RepositoryReader(documents: documents)
        var found = reader.problems + CompiledSchemas(entities: reader.entities).problems()
        let isUsable = found.isEmpty
        let schemas = Dictionary(uniqueKeysWithValues: reader.entities.map { ($0.id, $0.document.root) })
        let identifiers = reader.entities.flatMap { [$0.id, $0.name] }
        found +=
            reader.entities.flatMap { entity in
                DialectLint.diagnostics(of: entity) + UnionLint.diagnostics(of: entity, among: schemas)
                    + AnnotationLint.diagnostics(of: entity, identifiers: identifiers)
            }
            + NameLint.diagnostics(of: reader.entities) + MembershipLint.diagnostics(of: reader.entities)
        if isUsable, let repository = try? SchemaRepository(documents: documents) {
            found += ExampleLint.diagnostics(of: repository) + ValueLint.diagnostics(of: repository)
            found += CounterExampleLint.diagnostics(of: repository)
        }
        return found.map(reader.located).enumerated()
            .sorted {
                ($0.element.file, $0.element.offset, $0.offset) < ($1.element.file, $1.element.offset, $1.offset)
            }
            .map(\.element)
    }
}

extension SchemaRepository {
    /// Whether nothing in the repository is written in this dialect: schemas from elsewhere, which are taken as they are.
    package var isForeign: Bool {
        !entities.contains { entity in
            entity.document.root["$id"]?.string == entity.id
                || AnnotationLint.keywords.contains { entity.document.root[$0] != nil }
        }
    }
}

extension FileDiagnostic {
    /// Where in its file it stands, in bytes.
    fileprivate var offset: Int { diagnostic.range?.start.offset ?? 0 }
}
