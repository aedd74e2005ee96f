import JSONText

/// Checks that the examples of a repository are valid.
enum ExampleLint {
    /// Returns the errors of the examples; an incomplete list if `work` is used up.
    static func diagnostics(of repository: SchemaRepository, within work: WorkBudget? = nil) -> [FileDiagnostic] {
        repository.entities.flatMap { entity in
            entity.examples.flatMap { example -> [FileDiagnostic] in
                if work?.isSpent ?? false { return [] }
                let checked = repository.check(
                    example.bytes, kind: DocumentKind(entity), work: work ?? WorkBudget())
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
