/// Everything live at a release, or what changed since an earlier one.
package struct Snapshot: Sendable, Hashable {
    /// The newest release in it, 0 before the first.
    package let release: Int
    package let platforms: [Platform]
    /// In the order of the releases that made them so.
    package let features: [FeatureSnapshot]

    package init(release: Int, platforms: [Platform], features: [FeatureSnapshot]) {
        self.release = release
        self.platforms = platforms
        self.features = features
    }
}
