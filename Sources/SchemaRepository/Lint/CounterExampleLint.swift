import JSONText

/// Whether the counter-examples of a repository are refused, each with the diagnostic that it stands for.
enum CounterExampleLint {
    /// The most errors that one fault may cause.
    static let maximumErrors = 4

    static func diagnostics(of repository: SchemaRepository) -> [FileDiagnostic] {
        repository.entities.flatMap { entity in
            entity.counterExamples.compactMap { example in
                fault(of: example, kind: DocumentKind(entity), in: repository).map { .file(example.path, $0) }
            } + orphans(of: entity, in: repository)
        }
    }

    private static func fault(of example: CounterExample, kind: DocumentKind, in repository: SchemaRepository)
        -> String?
    {
        guard let expectation = example.expectation else {
            return "Beside it, `\(example.name).expected.json` must say {\"pointer\": …, \"code\": …}."
        }
        let found = repository.check(example.bytes, kind: kind).diagnostics
        guard found.contains(where: { $0.pointer == expectation.pointer && $0.code == expectation.code }) else {
            let list = found.map { "`\($0.code)` at `\($0.pointer)`" }.joined(separator: ", ")
            return "It must give `\(expectation.code)` at `\(expectation.pointer)`, and gives "
                + (list.isEmpty ? "nothing." : list + ".")
        }
        let errors = found.count { $0.severity == .error }
        return errors > maximumErrors ? "One fault gives \(errors) errors, more than \(maximumErrors)." : nil
    }

    /// Expectations of counter-examples that are not there.
    private static func orphans(of entity: Entity, in repository: SchemaRepository) -> [FileDiagnostic] {
        let names = Set(entity.counterExamples.map(\.name))
        return repository.documents.filter { file in
            file.role == .expectation && file.entityID == entity.id && !names.contains(file.name)
        }.map { .file($0.path, "There is no counter-example `\($0.name).json` beside it.") }
    }
}
