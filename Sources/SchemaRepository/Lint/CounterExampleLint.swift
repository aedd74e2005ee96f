import JSONText

/// Checks that each counter-example of a repository gives its expected diagnostic, and at most four errors.
struct CounterExampleLint {
    /// The maximum number of errors of a counter-example, which should contain one fault only.
    static let maximumErrors = 4

    private let example: CounterExample
    private let checked: CheckedDocument

    /// Returns a diagnostic for each counter-example that has no readable expectation, does not give the expected
    /// diagnostic or gives too many errors, and for each expectation without a counter-example. The list is incomplete
    /// if `work` is used up.
    static func diagnostics(of repository: SchemaRepository, within work: WorkBudget? = nil) -> [FileDiagnostic] {
        let expectations = repository.documents.filter { $0.role == .expectation }
        return repository.entities.flatMap { entity in
            let beside = expectations.filter { $0.entityID == entity.id }
            let names = Set(entity.counterExamples.map(\.name))
            let orphans = beside.filter { !names.contains($0.name) }.map { file in
                FileDiagnostic.file(file.path, "There is no counter-example `\(file.name).json` beside this file")
            }
            return orphans
                + entity.counterExamples.compactMap { example -> FileDiagnostic? in
                    if work?.isSpent ?? false { return nil }
                    guard let expectation = example.expectation else {
                        return missingExpectation(example, beside: beside.first { $0.name == example.name })
                    }
                    let checked = repository.check(
                        example.bytes, kind: DocumentKind(entity), work: work ?? WorkBudget())
                    return CounterExampleLint(example: example, checked: checked).fault(against: expectation)
                }
        }
    }

    /// Returns the diagnostic for a counter-example without a readable expectation.
    private static func missingExpectation(_ example: CounterExample, beside file: RepositoryFile?) -> FileDiagnostic {
        let shape = #"{"pointer": "/title", "code": "schema.type"}"#
        return file.map { .file($0.path, "The file must contain the expected diagnostic, as in \(shape)") }
            ?? .file(
                example.path, "Add `\(example.name).expected.json` with the expected diagnostic, as in \(shape)")
    }

    private func fault(against expectation: CounterExample.Expectation) -> FileDiagnostic? {
        let found = checked.diagnostics
        guard found.contains(where: { $0.pointer == expectation.pointer && $0.code == expectation.code }) else {
            let list = found.prefix(3).map { Self.words($0.code, at: $0.pointer) }.joined(separator: ", ")
            let more = found.count > 3 ? " and \(found.count - 3) more" : ""
            let message = """
                The counter-example should give \(Self.words(expectation.code, at: expectation.pointer)), but gives \
                \(found.isEmpty ? "no diagnostic" : list + more); correct the counter-example, the schema or \
                `\(example.name).expected.json`
                """
            return diagnostic(message, at: expectation.pointer)
        }
        let errors = found.filter { $0.severity == .error }
        guard errors.count > Self.maximumErrors else { return nil }
        let message = """
            The counter-example gives \(errors.count) errors, more than \(Self.maximumErrors); leave only one mistake
            """
        return diagnostic(message, at: expectation.pointer)
    }

    private static func words(_ code: String, at pointer: JSONPointer) -> String {
        "`\(code)` at \(pointer.tokens.isEmpty ? "the root" : "`\(pointer)`")"
    }

    /// Returns a diagnostic at a place of the counter-example, or at its nearest existing container.
    private func diagnostic(_ message: String, at pointer: JSONPointer) -> FileDiagnostic {
        var place: JSONPointer? = pointer
        while let outer = place, checked.document?.root.value(at: outer) == nil { place = outer.parent }
        guard let document = checked.document, let value = place.flatMap({ document.root.value(at: $0) }) else {
            return .file(example.path, message)
        }
        return FileDiagnostic(
            file: example.path,
            diagnostic: Diagnostic(
                severity: .error, code: "repository.counterExample", message: message, pointer: value.pointer,
                range: document.range(of: value), keyword: "counterExample"))
    }
}
