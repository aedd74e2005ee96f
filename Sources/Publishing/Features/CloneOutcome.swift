/// The outcome of cloning a feature.
package enum CloneOutcome: Sendable, Hashable {
    /// The new feature, and the revision that was copied; nil if the original has none.
    case cloned(Feature, revision: Int?)
    case noSuchFeature
    case noSuchRevision
    /// The name breaks `FeatureName.rule`.
    case invalidName
    /// This feature has the name that the clone should get, or had it before a renaming whose grace period is not over.
    case taken(Feature)
}
