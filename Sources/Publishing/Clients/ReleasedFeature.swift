/// A feature that has a release.
struct ReleasedFeature: Sendable {
    let id: Int
    let name: String
    let kind: String
    let switchedOff: [String]
    /// The newest release that contains the feature.
    let release: Int
}
