/// The outcome of creating a feature.
package enum CreateFeatureOutcome: Sendable, Hashable {
    case created(Feature)
    /// The name breaks `FeatureName.rule`.
    case invalidName
    /// This feature has the name, or had it before a renaming whose grace period is not over.
    case taken(Feature)
    /// The current schemas have no such document kind.
    case unknownKind
}
