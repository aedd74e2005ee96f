package import SchemaRepository

extension DocumentRuleSet {
    /// The rules of all kinds of documents that this target knows.
    package static let everyKind = DocumentRuleSet(
        kinds: [
            FormRules.kind: FormRules(), QuestionnaireRules.kind: QuestionnaireRules(),
            OptionSheetRules.kind: OptionSheetRules(), ModuleRules.kind: ModuleRules(),
        ],
        layouts: [ConstraintRules.layout: ConstraintRules()])
}
