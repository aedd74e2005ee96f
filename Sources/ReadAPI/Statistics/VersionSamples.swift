import Publishing
import SchemaRepository
import Synchronization

/// The clients' versions that one thread has seen, for a part of the requests, and the editions that it was the first to
/// fetch.
///
/// The editions count all fetches; a sample only divides them among the versions. The locks are taken for a sample, for
/// the first fetch of an edition and when the counts are collected, so no two threads wait for each other.
final class VersionSamples: Sendable {
    /// The place of a count.
    struct Key: Hashable {
        let feature: String
        let platform: String
        /// Nil for versions beyond the limits.
        let version: ClientVersion?
        /// The revision that was served; 0 if no rule matched.
        let revision: Int
    }

    /// The maximum number of different places between two collections; versions of further ones are not distinguished.
    private static let limit = 1_000

    /// The maximum number of sampled answers between two collections. A sample costs as much as two answers, so that with
    /// thousands of editions, each with few fetches, sampling them all would triple the cost of reading.
    static let answerLimit = 1_000

    private let counts = Mutex<[Key: Int]>([:])
    private let room = Atomic(answerLimit)
    /// The editions whose count this thread raised from 0 since the last collection. Every count above 0 is in the list
    /// of one thread, or about to be, so that a collection looks at no other editions.
    private let fetched = Mutex<[ServedEdition]>([])

    /// Returns true if one more answer may be sampled, and counts it.
    func takesAnswer() -> Bool {
        guard room.load(ordering: .relaxed) > 0 else { return false }
        room.subtract(1, ordering: .relaxed)
        return true
    }

    /// Notes that an edition was fetched for the first time since the last collection.
    func noteFetched(_ edition: ServedEdition) { fetched.withLock { $0.append(edition) } }

    /// Returns the editions that were fetched since the last collection, which keeps them until then.
    func collectFetched() -> [ServedEdition] {
        fetched.withLock { fetched in
            defer { fetched = [] }
            return fetched
        }
    }

    /// Counts a client; `weight` is the number of requests for which it stands.
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
