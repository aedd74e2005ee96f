package import JSONText

/// A compiled schema, which validates any number of values on any thread.
package final class Schema: Sendable {
    let graph: SchemaGraph
    /// Problems of the schema that leave it usable.
    package let warnings: [SchemaDiagnostic]
    private let options: CompileOptions

    private init(graph: SchemaGraph, warnings: [SchemaDiagnostic], options: CompileOptions) {
        self.graph = graph
        self.warnings = warnings
        self.options = options
    }

    /// Compiles the schema at a URI (with or without a fragment) and everything it refers to.
    ///
    /// Throws every fault found: a URI or reference without a target, a document that its metaschema refuses, an
    /// unknown dialect or required vocabulary, an invalid pattern, references that lead back to themselves at the same
    /// value (see ``CompileOptions/allowsEndlessDefinitions``). A lenient compilation only warns of them, unless `uri`
    /// itself has no target. If the budget of the request is used up first, the only fault thrown says so.
    package static func compile(
        _ uri: String, in resources: SchemaResources, options: CompileOptions = CompileOptions(),
        within work: WorkBudget? = nil
    ) throws(SchemaError) -> Schema {
        var compiler = SchemaCompiler(resources, options: options, work: work)
        guard let target = compiler.index.resolve(URIReference(uri), from: nil) else {
            let message = DiagnosticWording.message(for: .unresolvedReference(uri), found: nil).text
            let diagnostic = Diagnostic(severity: .error, code: "schema.$ref", message: message, pointer: JSONPointer())
            throw SchemaError(diagnostics: [SchemaDiagnostic(uri: uri, diagnostic: diagnostic)])
        }
        guard let graph = compiler.compile(target) else { throw compiler.budgetError(at: target) }
        var errors: [SchemaDiagnostic] = []
        if options.checksMetaschema {
            errors = MetaschemaCheck(index: compiler.index, resources: resources, work: work).diagnostics()
        }
        let endless = EndlessReferences(graph: graph).faults()
        if work?.isSpent ?? false { throw compiler.budgetError(at: target) }
        var faults = compiler.index.faults + compiler.faults + endless.atRoot
        if options.allowsEndlessDefinitions {
            compiler.warnings += endless.inDefinitions
        } else {
            faults += endless.inDefinitions
        }
        errors += faults.map { compiler.index.diagnostic(of: $0, severity: .error) }
        guard errors.isEmpty || options.isLenient else { throw SchemaError(diagnostics: errors) }
        let warnings = errors + compiler.warnings.map { compiler.index.diagnostic(of: $0, severity: .warning) }
        return Schema(graph: graph, warnings: warnings, options: options)
    }

    /// The root subschema.
    package var root: SchemaNode { SchemaNode(schema: self, id: 0) }

    /// Every subschema that the root can reach, in the order of their numbers.
    package var nodes: [SchemaNode] { graph.nodes.indices.map { SchemaNode(schema: self, id: $0) } }

    /// Returns true if a value fits; false also if the budget of the validation or of the request is used up first.
    package func isValid(_ value: JSONValue, within work: WorkBudget? = nil) -> Bool {
        isValid(value, at: 0, within: work)
    }

    /// Returns true if the root of a document or of one of its edited copies fits; false also if the budget of the
    /// validation or of the request is used up first. `answers` stores the results for values that the copies share.
    package func isValid(
        _ root: JSONValue, sharing answers: inout ValueTable, within work: WorkBudget
    ) -> Bool {
        var evaluator = Evaluator(graph, budget: budget(within: work))
        // With dynamic references, the answer for a value depends on the schemas that led to it, so it is not shared.
        if graph.hasDynamicReferences { return evaluator.acceptsRoot(0, root) }
        evaluator.shared = answers
        // Only one variable may refer to the table, because a table with two references is copied when it changes.
        answers = ValueTable()
        let answer = evaluator.acceptsRoot(0, root)
        answers = evaluator.shared ?? answers
        return answer
    }

    /// Returns the reasons why a value does not fit, in document order; empty if it fits.
    ///
    /// If a value matches no branch of a union, usually only the faults are returned that it has in the branch for
    /// which it was most likely written. Returns at most as many faults as the compile option `maximumErrors` allows.
    package func validate(
        _ value: JSONValue, in document: JSONDocument, within work: WorkBudget? = nil
    ) -> [Diagnostic] {
        validate(value, in: document, at: 0, within: work)
    }

    func isValid(_ value: JSONValue, at id: SchemaID, within work: WorkBudget? = nil) -> Bool {
        let budget = budget(within: work)
        var evaluator = Evaluator(graph, budget: budget)
        let answer = evaluator.acceptsRoot(id, value)
        guard evaluator.budget.isExhausted else { return answer }
        // Nested unions check the same values against the same schemas many times, so a second attempt with cached
        // answers often needs far fewer steps.
        var remembering = Evaluator(graph, budget: budget, remembersAnswers: true)
        return remembering.acceptsRoot(id, value)
    }

    func validate(
        _ value: JSONValue, in document: JSONDocument, at id: SchemaID, within work: WorkBudget? = nil
    ) -> [Diagnostic] {
        faults(of: value, in: document, at: id, within: work).map(\.diagnostic)
    }

    func faults(
        of value: JSONValue, in document: JSONDocument, at id: SchemaID, within work: WorkBudget? = nil
    ) -> [SchemaFault] {
        let budget = budget(within: work)
        var evaluator = Evaluator(graph, budget: budget)
        if evaluator.acceptsRoot(id, value) { return [] }
        var remembering = Evaluator(graph, budget: budget, remembersAnswers: true)
        // Keeps the pattern that was too costly, because the time may end before it is tried again.
        remembering.costly = evaluator.costly
        // One failure more than the limit shows that some were left out.
        var explainer = Explainer(remembering, limit: options.maximumErrors + 1)
        let failures = explainer.explainRoot(id, value)
        let list = DiagnosticList(graph: graph, document: document)
        return list.diagnostics(of: failures, limit: options.maximumErrors).map { failure, diagnostic in
            SchemaFault(
                diagnostic: diagnostic, schema: failure.schema.map { SchemaNode(schema: self, id: $0) },
                missing: failure.missingMember)
        }
    }

    func budget(within work: WorkBudget? = nil) -> Budget {
        Budget(steps: options.maximumSteps, duration: options.maximumDuration, within: work)
    }

    /// Returns the failure that reports why a validation was stopped: a reference loop or a used-up budget.
    static func failure(ofSpent budget: Budget, at value: JSONValue) -> Failure {
        Failure(kind: budget.isEndless ? .endlessReference : .tooCostly, keyword: "", schema: nil, value: value)
    }
}

extension Evaluator {
    /// Returns true if a value fits a schema, starting with an empty dynamic scope; false also if the budget is used
    /// up.
    mutating func acceptsRoot(_ id: SchemaID, _ value: JSONValue) -> Bool {
        var evaluated = Evaluated(isTracked: false)
        return accepts(id, value, &evaluated) && !budget.isSpent
    }
}

extension Explainer {
    /// Returns the faults of a value; empty only if its schema certainly accepts it.
    mutating func explainRoot(_ id: SchemaID, _ value: JSONValue) -> [Failure] {
        if evaluator.acceptsRoot(id, value) { return [] }
        var evaluated = Evaluated(isTracked: false)
        explain(id, value, &evaluated)
        if !failures.isEmpty { return failures }
        if let (pattern, value) = evaluator.costly {
            return [Failure(kind: .costlyPattern(pattern), keyword: "", schema: nil, value: value)]
        }
        return [Schema.failure(ofSpent: evaluator.budget, at: evaluator.lastValue ?? value)]
    }
}
