import JSONSchema
package import JSONText

extension SchemaRepository {
    /// Returns the problems of a schema repository in a directory, sorted by file and position.
    ///
    /// The problems are errors that make the repository unusable, and violations of Galley's rules for schemas. If the
    /// repository is usable, its examples, test values, defaults and counter-examples are checked too.
    package static func lint(directory: String, rules: DocumentRuleSet) -> [FileDiagnostic] {
        do {
            return lint(documents: try SchemaDirectory.documents(in: directory), rules: rules)
        } catch {
            return error.diagnostics
        }
    }

    /// Returns the problems of the files of a schema repository, sorted by file and position; an incomplete list if
    /// `work` is used up.
    package static func lint(
        documents: [RepositoryFile], rules: DocumentRuleSet, work: WorkBudget? = nil
    ) -> [FileDiagnostic] {
        let reader = RepositoryReader(documents: documents)
        let ids = reader.entities.map(\.id)
        let unusable = CompiledSchemas(entities: reader.entities, rules: rules).problems(within: work).map { problem in
            let schema = reader.entities.first { $0.path == problem.file }?.document.root
            return problem.suggesting(ids, for: schema)
        }
        var found = reader.problems + unusable
        let isUsable = found.isEmpty
        let schemas = Dictionary(uniqueKeysWithValues: reader.entities.map { ($0.id, $0.document.root) })
        let identifiers = reader.entities.flatMap { [$0.id, $0.name] }
        for entity in reader.entities where !(work?.isSpent ?? false) {
            found += DialectLint.diagnostics(of: entity, isConverted: reader.converted.contains(entity.path))
            found += UnionLint.diagnostics(of: entity, among: schemas)
            found += AnnotationLint.diagnostics(
                of: entity, identifiers: identifiers, layouts: rules.layoutNames)
            found += EnumLint.diagnostics(of: entity) + KeywordLint.diagnostics(of: entity)
            found += EntityFindings.diagnostics(of: entity, ContradictionLint.findings(in: entity.document.root))
        }
        let isSpent = work?.isSpent ?? false
        if !isSpent {
            found +=
                NameLint.diagnostics(of: reader.entities) + PlatformLint.diagnostics(of: reader.entities)
                + MembershipLint.diagnostics(of: reader.entities) + OrphanLint.diagnostics(of: reader.documents)
        }
        if !isSpent, isUsable, let repository = try? SchemaRepository(documents: documents, rules: rules, work: work) {
            found += ExampleLint.diagnostics(of: repository, within: work)
            found += ValueLint.diagnostics(of: repository, within: work)
            found += CounterExampleLint.diagnostics(of: repository, within: work)
        }
        return found.map(reader.located).enumerated()
            .sorted {
                ($0.element.file, $0.element.offset, $0.offset) < ($1.element.file, $1.element.offset, $1.offset)
            }
            .map(\.element)
    }
}

extension SchemaRepository {
    /// True if the schemas are those of another system: none of them has an `$id` that follows from its path, and none
    /// has an `x-` annotation of Galley at its root. Such schemas are accepted even if `lint` finds errors in them.
    package var isForeign: Bool {
        !entities.contains { $0.document.root["$id"]?.string == $0.id || $0.isOfDialect }
    }
}

extension Entity {
    /// True if the root of its schema has an `x-` annotation of Galley.
    var isOfDialect: Bool { Annotation.allCases.contains { document.root[$0] != nil } }
}

extension FileDiagnostic {
    /// Returns the diagnostic of a broken reference with the most similar identifier as a suggestion; other diagnostics
    /// unchanged.
    fileprivate func suggesting(_ identifiers: [String], for schema: JSONValue?) -> FileDiagnostic {
        guard diagnostic.code == "schema.$ref", let reference = schema?.value(at: diagnostic.pointer)?.string,
            !identifiers.contains(reference), let meant = Suggestion.nearest(to: reference, among: identifiers)
        else { return self }
        var diagnostic = diagnostic
        diagnostic.suggestion = meant
        diagnostic.message += Diagnostic.didYouMean(meant)
        return FileDiagnostic(file: file, diagnostic: diagnostic)
    }

    /// The byte offset in its file.
    fileprivate var offset: Int { diagnostic.range?.start.offset ?? 0 }
}
