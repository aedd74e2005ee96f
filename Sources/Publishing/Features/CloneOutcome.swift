/// The outcome of cloning a feature.
package enum CloneOutcome: Sendable, Hashable {
    /// The new feature, and the revision that was copied; nil if the original has none.
    case cloned(Feature, revision: Int?)
    case noSuchFeature
    case noSuchRevision
    /// The name breaks `FeatureName.rule`.
    case invalidName
    /// A feature with the name of the clone exists.
    case taken(Feature)
}
