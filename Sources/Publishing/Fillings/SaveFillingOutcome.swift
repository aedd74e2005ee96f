package import JSONText

/// The outcome of saving test data.
package enum SaveFillingOutcome: Sendable, Hashable {
    case saved(Filling)
    /// The newest data with that name is identical.
    case unchanged(Filling)
    case noSuchFeature
    /// The feature holds neither a form nor a questionnaire.
    case notFillable
    /// The name is blank, has control characters, starts or ends with white space, or exceeds
    /// `Filling.maximumNameLength`.
    case invalidName
    /// The data is not a JSON object, or exceeds `Filling.maximumBytes`.
    case invalid([Diagnostic])
}
