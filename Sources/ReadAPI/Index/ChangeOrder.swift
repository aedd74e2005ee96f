import Publishing
import Synchronization

/// The features of one index in the order of their newest changes: by release, then by name.
final class ChangeOrder: Sendable {
    private let sorted = Mutex<[FeatureIndex]?>(nil)

    /// Returns the features that changed after `release` and, with a `name`, those that changed in `release` and whose
    /// names come after it. Sorts all features at the first call.
    func features(of index: ReadIndex, after release: Int, name: [UInt8]?) -> ArraySlice<FeatureIndex> {
        let sorted = sorted.withLock { sorted in
            if let sorted { return sorted }
            let now = index.allFeatures.sorted(by: Self.precedes)
            sorted = now
            return now
        }
        let start = sorted.partitionPoint { feature in
            let own = feature.snapshot.release
            return own > release || (own == release && name.map { $0.lexicographicallyPrecedes(feature.name) } ?? false)
        }
        return sorted[start...]
    }

    private static func precedes(_ first: FeatureIndex, _ second: FeatureIndex) -> Bool {
        if first.snapshot.release != second.snapshot.release { return first.snapshot.release < second.snapshot.release }
        return first.name.lexicographicallyPrecedes(second.name)
    }
}
