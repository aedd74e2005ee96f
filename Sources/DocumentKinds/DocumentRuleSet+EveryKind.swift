package import SchemaRepository

extension DocumentRuleSet {
    /// The rules of all document kinds and layouts that this target implements.
    package static let everyKind = DocumentRuleSet(
        kinds: [
            FormRules.kind: FormRules(), QuestionnaireRules.kind: QuestionnaireRules(),
            OptionSheetRules.kind: OptionSheetRules(), ModuleRules.kind: ModuleRules(),
        ],
        layouts: [ConstraintRules.layout: ConstraintRules()])
}
