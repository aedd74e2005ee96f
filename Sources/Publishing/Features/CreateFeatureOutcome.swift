/// The outcome of creating a feature.
package enum CreateFeatureOutcome: Sendable, Hashable {
    case created(Feature)
    /// The name breaks `FeatureName.rule`.
    case invalidName
    /// A feature with that name exists.
    case taken(Feature)
    /// The current schemas have no such document kind.
    case unknownKind
}
