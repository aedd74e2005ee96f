/// What became of the wish for a new feature.
package enum CreateFeatureOutcome: Sendable, Hashable {
    case created(Feature)
    /// The name breaks `FeatureName.rule`.
    case invalidName
    /// There is one of that name.
    case taken(Feature)
    /// The current schemas have no such document kind.
    case unknownKind
}
