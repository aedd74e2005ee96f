import Publishing
import SchemaRepository
import Synchronization

/// The client versions that one thread has sampled, and the editions that it was the first to fetch since the last
/// collection.
///
/// The editions count all fetches; a sample only serves to divide them among the versions. The locks are taken for a
/// sample, for the first fetch of an edition and when the counts are collected, so threads hardly ever wait for each
/// other.
final class VersionSamples: Sendable {
    /// The values by which requests are counted separately.
    struct Key: Hashable {
        let feature: String
        let platform: String
        /// Nil for versions beyond the limits.
        let version: ClientVersion?
        /// The revision that was served; 0 if no rule matched.
        let revision: Int
    }

    /// The maximum number of different keys between two collections; further requests are counted without their
    /// version.
    private static let limit = 1_000

    /// The maximum number of sampled answers between two collections. With thousands of editions, each with few fetches,
    /// every answer would be a sample otherwise.
    static let answerLimit = 1_000

    private let counts = Mutex<[Key: Int]>([:])
    private let room = Atomic(answerLimit)
    /// The editions whose count this thread raised from 0 since the last collection. Every edition with a count above 0
    /// is in the list of one thread, or about to be added, so that a collection need not look at any other edition.
    private let fetched = Mutex<[ServedEdition]>([])

    /// Returns true if one more answer may be sampled, and counts it.
    func takesAnswer() -> Bool {
        guard room.load(ordering: .relaxed) > 0 else { return false }
        room.subtract(1, ordering: .relaxed)
        return true
    }

    /// Records that an edition was fetched for the first time since the last collection.
    func noteFetched(_ edition: ServedEdition) { fetched.withLock { $0.append(edition) } }

    /// Returns the editions that were fetched since the last collection and clears the list. Until then the list keeps
    /// them in memory, even if they are no longer served.
    func collectFetched() -> [ServedEdition] {
        fetched.withLock { fetched in
            defer { fetched = [] }
            return fetched
        }
    }

    /// Counts a sampled request; `weight` is the number of requests that it represents.
    func note(_ key: Key, weight: Int = 1) {
        counts.withLock { counts in
            let isKnown = counts.count < Self.limit || counts[key] != nil
            let version = key.version.flatMap { isKnown && $0.text.utf8.count <= ReadCount.versionLimit ? $0 : nil }
            let place = Key(
                feature: key.feature, platform: key.platform, version: version, revision: key.revision)
            counts[place, default: 0] += weight
        }
    }

    /// Returns the counts since the last collection.
    func collect() -> [Key: Int] {
        room.store(Self.answerLimit, ordering: .relaxed)
        return counts.withLock { counts in
            defer { counts = [:] }
            return counts
        }
    }
}
