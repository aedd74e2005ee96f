import JSONText

/// The rules of one kind of document that no schema can say.
protocol DocumentRules: Sendable {
    /// What is wrong with a value of that kind, inside a document that may have other faults.
    func diagnostics(of value: JSONValue, in document: JSONDocument) -> [Diagnostic]

    /// The same for a value that its schema finds these faults with.
    func diagnostics(of value: JSONValue, in document: JSONDocument, besides faults: SchemaFaults) -> [Diagnostic]
}

extension DocumentRules {
    func diagnostics(of value: JSONValue, in document: JSONDocument, besides faults: SchemaFaults) -> [Diagnostic] {
        diagnostics(of: value, in: document)
    }
}

/// How much is said of a document that is wrong in very many places.
enum DocumentRuleLimits {
    /// The most faults that are told of one sort of names.
    static let faults = 100

    /// The most names among which one that was meant is looked for.
    static let candidates = 500
}

/// Which rules a schema's annotations call for.
enum DocumentRulesByKind {
    /// The rules for values of a schema with this source.
    static func rules(for source: JSONValue) -> [any DocumentRules] {
        let byKind = source["x-kind"]?.string.flatMap { kinds[$0] }
        let byLayout = source["x-layout"]?.string.flatMap { layouts[$0] }
        return [byKind, byLayout].compactMap(\.self)
    }

    private static let kinds: [String: any DocumentRules] = [
        FormRules.kind: FormRules(), QuestionnaireRules.kind: QuestionnaireRules(),
        OptionSheetRules.kind: OptionSheetRules(), ModuleRules.kind: ModuleRules(),
    ]
    private static let layouts: [String: any DocumentRules] = [ConstraintRules.layout: ConstraintRules()]
}
