/// The live state at a release, or its changes since an earlier one.
package struct Snapshot: Sendable, Hashable {
    /// The point of history that the snapshot shows.
    package let point: HistoryPoint
    package let platforms: [Platform]
    /// The active signature keys, oldest first.
    package let keys: [SignatureKey]
    /// The features in the order of their releases.
    package let features: [FeatureSnapshot]
    /// The number of the newest release that published the state of a restored database again; 0 if there is none, or
    /// if nothing has changed since the earlier release.
    ///
    /// The releases before that number may differ from those that clients have seen.
    package let restoration: Int

    /// The newest release's number; 0 before the first.
    package var release: Int { point.release }

    package init(
        point: HistoryPoint, platforms: [Platform], keys: [SignatureKey] = [], features: [FeatureSnapshot],
        restoration: Int = 0
    ) {
        self.point = point
        self.platforms = platforms
        self.keys = keys
        self.features = features
        self.restoration = restoration
    }
}
