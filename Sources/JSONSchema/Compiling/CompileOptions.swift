/// The options of compiling a schema, and the limits of one validation with it.
package struct CompileOptions: Sendable {
    /// True if `format` is an assertion in every draft instead of an annotation.
    package var assertFormats: Bool
    /// True if `dependencies` keeps its draft 7 meaning in 2019-09 and 2020-12.
    package var dependenciesInEveryDraft: Bool
    /// The maximum number of diagnostics of one validation.
    package var maximumErrors: Int
    /// The maximum number of steps (subschemas and members visited) of one validation.
    package var maximumSteps: Int
    /// The maximum working time (``WorkClock``) of one validation.
    package var maximumDuration: Duration
    /// True if every document is also checked against the metaschema of its draft.
    package var checksMetaschema: Bool
    /// True if an endless reference loop is only a warning, and only values that reach the loop are refused; a loop
    /// that the root schema reaches without descending into the value remains an error. False if every endless loop is
    /// an error.
    package var allowsEndlessDefinitions: Bool
    /// True if faults are warnings and faulty keywords count as absent, so that the rest of a schema can be used. In
    /// 2020-12 an array as `items` then means `prefixItems`, as in earlier drafts.
    package var isLenient: Bool

    /// Creates options; by default those of the drafts, and the limits for a person who waits for the answer: 500
    /// diagnostics, 2 million steps and two seconds.
    package init(
        assertFormats: Bool = false, dependenciesInEveryDraft: Bool = false, maximumErrors: Int = 500,
        maximumSteps: Int = 2_000_000, maximumDuration: Duration = .seconds(2), checksMetaschema: Bool = true,
        allowsEndlessDefinitions: Bool = false, isLenient: Bool = false
    ) {
        self.assertFormats = assertFormats
        self.dependenciesInEveryDraft = dependenciesInEveryDraft
        self.maximumErrors = maximumErrors
        self.maximumSteps = maximumSteps
        self.maximumDuration = maximumDuration
        self.checksMetaschema = checksMetaschema
        self.allowsEndlessDefinitions = allowsEndlessDefinitions
        self.isLenient = isLenient
    }
}
