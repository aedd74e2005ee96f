package import JSONText

/// What became of data that was to be saved as a filling.
package enum SaveFillingOutcome: Sendable, Hashable {
    case saved(Filling)
    /// The newest filling of that name is exactly this already.
    case unchanged(Filling)
    case noSuchFeature
    /// The feature holds documents that nobody fills.
    case notFillable
    /// The name is blank, has control characters, white space at an end, or more than `Filling.maximumNameLength`
    /// characters.
    case invalidName
    /// The data is no JSON object, or too large.
    case invalid([Diagnostic])
}
