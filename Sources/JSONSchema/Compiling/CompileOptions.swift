/// How a schema is compiled, and what one validation with it may cost.
package struct CompileOptions: Sendable {
    /// Whether `format` is an assertion, whatever the draft's default (annotation).
    package var assertFormats: Bool
    /// Whether `dependencies` keeps its draft 7 meaning in 2019-09 and 2020-12.
    package var dependenciesInEveryDraft: Bool
    /// How many diagnostics one validation may give.
    package var maximumErrors: Int
    /// How many steps (subschemas and members visited) one validation may take.
    package var maximumSteps: Int
    /// How long one validation may take.
    package var maximumDuration: Duration
    /// Whether documents are first checked against the metaschema of their draft.
    package var checksMetaschema: Bool
    /// Whether a reference that leads back to itself, but is not reached from the root at the same value, is a warning:
    /// only values that reach it are refused.
    package var allowsEndlessDefinitions: Bool

    /// The defaults of the drafts, and budgets that fit a person waiting for an answer.
    package init(
        assertFormats: Bool = false, dependenciesInEveryDraft: Bool = false, maximumErrors: Int = 500,
        maximumSteps: Int = 2_000_000, maximumDuration: Duration = .seconds(2), checksMetaschema: Bool = true,
        allowsEndlessDefinitions: Bool = false
    ) {
        self.assertFormats = assertFormats
        self.dependenciesInEveryDraft = dependenciesInEveryDraft
        self.maximumErrors = maximumErrors
        self.maximumSteps = maximumSteps
        self.maximumDuration = maximumDuration
        self.checksMetaschema = checksMetaschema
        self.allowsEndlessDefinitions = allowsEndlessDefinitions
    }
}
