/// A request to rename a feature.
package struct RenameRequest: Sendable, Hashable {
    /// The days for which a former name answers unless the request says otherwise.
    package static let usualGraceDays = 90
    /// The most days for which a former name answers.
    package static let maximumGraceDays = 1_000

    package var feature: String
    /// The new name.
    package var name: String
    /// The days for which the present name answers too; 0 for none.
    package var graceDays: Int

    package init(feature: String, name: String, graceDays: Int = usualGraceDays) {
        self.feature = feature
        self.name = name
        self.graceDays = graceDays
    }
}

/// The outcome of renaming a feature.
package enum RenameOutcome: Sendable, Hashable {
    /// The feature has the new name; `release` is nil if it was never published.
    case renamed(Feature, release: Int?)
    /// It has that name already.
    case unchanged(Feature)
    case noSuchFeature
    /// The name breaks `FeatureName.rule`.
    case invalidName
    /// Another feature has the name, or answers to it during its grace period.
    case taken(Feature)
    /// The days are not 0 to `RenameRequest.maximumGraceDays`.
    case invalidGrace
    /// The release was refused for these reasons.
    case refused([ReleaseProblem])
}
