import MicroHTTP
import Publishing
import SchemaRepository
import Synchronization

/// The manifests and bundles of one index that clients have asked for, one for each interval of versions whose clients get
/// the same. Every release begins a new cache with its index.
final class ManifestCache: Sendable {
    /// The identity of a document.
    struct Key: Hashable {
        let platform: String
        /// The number of the interval among those of the platform.
        let interval: Int
        /// The place of the page's first feature in the order of names; nil for a bundle.
        var start: Int?
        /// The names of the features in a bundle that clients named, in order; nil for all features.
        var names: [String]?

        /// True for a document of which clients can choose more than memory holds: a bundle of named features, or a page
        /// after a name.
        var isChosen: Bool { names != nil || start ?? 0 > 0 }
    }

    /// The documents that are kept, and their bytes; more than the limit make them begin anew.
    private struct Kept {
        private(set) var documents: [Key: ServedDocument] = [:]
        private var size = 0

        private static let limit = (documents: 512, bytes: 16 << 20)

        mutating func keep(_ document: ServedDocument, as key: Key) {
            if documents.count >= Self.limit.documents || size + document.body.count > Self.limit.bytes {
                self = Kept()
            }
            guard documents.updateValue(document, forKey: key) == nil else { return }
            size += document.body.count
        }
    }

    private struct State {
        var common = Kept()
        /// The chosen documents, apart from the others, so that clients that choose many do not drop the documents of all
        /// others.
        var chosen = Kept()
        var bounds: [String: [ClientVersion]] = [:]
        var ordered: [FeatureIndex]?
        var cacheTime: CacheTime?

        subscript(key: Key) -> ServedDocument? {
            key.isChosen ? chosen.documents[key] : common.documents[key]
        }

        mutating func keep(_ document: ServedDocument, as key: Key) {
            if key.isChosen { chosen.keep(document, as: key) } else { common.keep(document, as: key) }
        }
    }

    private let state = Mutex(State())

    /// Returns the document of a key, and makes it if it is the first time.
    func document(
        _ key: Key, _ make: () throws(Problem) -> ServedDocument?
    ) throws(Problem) -> ServedDocument? {
        if let known = state.withLock({ $0[key] }) { return known }
        // Two threads may make the same document; that is cheaper than keeping all others waiting for it.
        guard let made = try make() else { return nil }
        state.withLock { $0.keep(made, as: key) }
        return made
    }

    /// Drops the bundles of named features and the pages after a name; those that are being sent live on until then.
    func forgetChosen() {
        state.withLock { $0.chosen = Kept() }
    }

    /// Returns the interval that contains a version of a platform, with its number. Within it, clients get the same of
    /// every feature.
    func interval(
        of version: ClientVersion, platform: String, in index: ReadIndex
    ) -> (number: Int, versions: VersionInterval) {
        let bounds =
            state.withLock { $0.bounds[platform] } ?? remember(Self.bounds(of: platform, in: index), of: platform)
        let number = bounds.partitionPoint { version < $0 }
        return (
            number,
            VersionInterval(
                from: number > 0 ? bounds[number - 1] : .zero, until: number < bounds.count ? bounds[number] : nil)
        )
    }

    /// Returns all features of an index in the order of the bytes of their names.
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
        var bounds: Set<ClientVersion> = []
        for feature in index.allFeatures { bounds.formUnion(feature.bounds(platform: platform)) }
        // No version comes before the first one.
        return bounds.filter { $0 > .zero }.sorted()
    }
}

extension CacheTime {
    /// Returns the cache times of an answer about several features: the shortest of theirs, and never longer than the
    /// usual ones.
    static func ofAll(_ features: some Sequence<FeatureIndex>) -> CacheTime {
        features.reduce(.usual) { $0.shortened(to: $1.snapshot.cacheTime) }
    }
}
