import JSONText

/// Checks that the examples of a repository are valid.
enum ExampleLint {
    static func diagnostics(of repository: SchemaRepository) -> [FileDiagnostic] {
        repository.entities.flatMap { entity in
            entity.examples.flatMap { example -> [FileDiagnostic] in
                let checked = repository.check(example.bytes, kind: DocumentKind(entity))
                return checked.diagnostics.filter { $0.severity == .error }.map { diagnostic in
                    guard example.path == nil else {
                        return FileDiagnostic(file: example.path ?? "", diagnostic: diagnostic)
                    }
                    return FileDiagnostic(
                        file: entity.path,
                        diagnostic: diagnostic.moved(
                            below: example.value.pointer, by: example.value.range.lowerBound, in: entity.document))
                }
            }
        }
    }
}
