/// A request to rename a feature.
package struct RenameRequest: Sendable, Hashable {
    /// The default number of days for which a former name keeps working.
    package static let usualGraceDays = 90
    /// The maximum number of days for which a former name keeps working.
    package static let maximumGraceDays = 1_000

    package var feature: String
    /// The new name.
    package var name: String
    /// The number of days for which the present name keeps working; 0 for none.
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
    /// The feature has that name already.
    case unchanged(Feature)
    case noSuchFeature
    /// The name breaks `FeatureName.rule`.
    case invalidName
    /// Another feature has the name, or had it before a renaming whose grace period is not over.
    case taken(Feature)
    /// The number of days is not within 0 to `RenameRequest.maximumGraceDays`.
    case invalidGrace
    /// The release was refused for these reasons.
    case refused([ReleaseProblem])
}
