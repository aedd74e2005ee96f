/// Everything live at a release, or what changed since an earlier one.
package struct Snapshot: Sendable, Hashable {
    /// The newest release in it.
    package let point: HistoryPoint
    package let platforms: [Platform]
    /// In the order of the releases that made them so.
    package let features: [FeatureSnapshot]

    /// The newest release's number, 0 before the first.
    package var release: Int { point.release }

    package init(point: HistoryPoint, platforms: [Platform], features: [FeatureSnapshot]) {
        self.point = point
        self.platforms = platforms
        self.features = features
    }
}
