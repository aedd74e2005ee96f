/// The live state at a release, or its changes since an earlier one.
package struct Snapshot: Sendable, Hashable {
    /// The newest release in it.
    package let point: HistoryPoint
    package let platforms: [Platform]
    /// The features in the order of their releases.
    package let features: [FeatureSnapshot]

    /// The newest release's number; 0 before the first.
    package var release: Int { point.release }

    package init(point: HistoryPoint, platforms: [Platform], features: [FeatureSnapshot]) {
        self.point = point
        self.platforms = platforms
        self.features = features
    }
}
