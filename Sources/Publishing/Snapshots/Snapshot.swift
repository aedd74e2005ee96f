/// The live state at a release, or its changes since an earlier one.
package struct Snapshot: Sendable, Hashable {
    /// The newest release in it.
    package let point: HistoryPoint
    package let platforms: [Platform]
    /// The keys with which nodes sign, oldest first.
    package let keys: [SignatureKey]
    /// The features in the order of their releases.
    package let features: [FeatureSnapshot]
    /// The newest release that published the state of a restored database again; 0 if there is none.
    ///
    /// The history before it may differ from the one that clients have seen.
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
