import Publishing
import SchemaRepository
import Synchronization

/// A cache of the manifests and bundles of one index. All client versions of an interval share a document. Every
/// release has a new index with an empty cache.
final class ManifestCache: Sendable {
    private struct State {
        /// The caches by kind; empty if the index is no longer served.
        var caches = Dictionary(
            uniqueKeysWithValues: DocumentKind.allCases.map {
                ($0, DocumentCache(bytes: DocumentLimits.cacheSize(of: $0)))
            })
        /// The versions at which intervals begin, except the first interval, by platform.
        var bounds: [String: [ClientVersion]] = [:]
        var ordered: [FeatureIndex]?
        var cacheTime: CacheTime?
    }

    private let state = Mutex(State())

    /// Returns the mark of a key, with the document if it is cached; nil if neither is.
    func find(_ key: DocumentKey) -> (mark: DocumentMark, document: ServedDocument?)? {
        state.withLock { $0.caches[key.kind]?.find(key) }
    }

    /// Caches a document for the next clients that request it.
    func keep(_ document: ServedDocument, as key: DocumentKey) {
        state.withLock { state -> Void in state.caches[key.kind]?.keep(document, as: key) }
    }

    /// Drops the document of a kind that was used longest ago, and keeps its mark; returns false if no such document is
    /// cached. Its bytes stay in memory while a client receives them.
    func dropOldest(_ kind: DocumentKind) -> Bool { state.withLock { $0.caches[kind]?.dropOldest() ?? false } }

    /// Drops all documents and marks, and caches nothing more. A thread that waits for its next request may reference
    /// this index long after a newer one has replaced it, and would keep the documents in memory.
    func retire() { state.withLock { $0.caches = [:] } }

    /// Returns the interval that contains a client version of a platform, with its index among the platform's
    /// intervals. All versions of an interval get the same editions of every feature, for the same rollout buckets.
    func interval(
        of version: ClientVersion, platform: String, in index: ReadIndex
    ) -> (number: Int, versions: VersionInterval) {
        let bounds =
            state.withLock { $0.bounds[platform] } ?? remember(Self.bounds(of: platform, in: index), of: platform)
        let number = bounds.partitionPoint { version < $0 }
        return (
            number,
            VersionInterval(
                from: number > 0 ? bounds[number - 1] : .lowest, until: number < bounds.count ? bounds[number] : nil)
        )
    }

    /// Returns all features of an index, sorted by the bytes of their names.
    func ordered(_ index: ReadIndex) -> [FeatureIndex] {
        if let known = state.withLock({ $0.ordered }) { return known }
        let ordered = index.allFeatures.sorted { $0.name.lexicographicallyPrecedes($1.name) }
        state.withLock { $0.ordered = ordered }
        return ordered
    }

    /// Returns the cache times of a document that could contain every feature of an index.
    func cacheTime(of index: ReadIndex) -> CacheTime {
        if let known = state.withLock({ $0.cacheTime }) { return known }
        let shortest = CacheTime.ofAll(index.allFeatures)
        state.withLock { $0.cacheTime = shortest }
        return shortest
    }

    private func remember(_ bounds: [ClientVersion], of platform: String) -> [ClientVersion] {
        state.withLock { $0.bounds[platform] = bounds }
        return bounds
    }

    private static func bounds(of platform: String, in index: ReadIndex) -> [ClientVersion] {
        // The pre-releases of version 0 have an interval of their own, so that the lowest interval of all other
        // versions begins at 0.
        var bounds: Set<ClientVersion> = [.zero]
        for feature in index.allFeatures { bounds.formUnion(feature.bounds(platform: platform)) }
        return bounds.filter { $0 > .lowest }.sorted()
    }
}

extension CacheTime {
    /// Returns the cache times of an answer about several features: the shortest among those of the features and the
    /// default.
    static func ofAll(_ features: some Sequence<FeatureIndex>) -> CacheTime {
        features.reduce(.usual) { $0.shortened(to: $1.snapshot.cacheTime) }
    }
}
