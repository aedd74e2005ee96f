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
        /// The client's version; nil for requests that are counted without one, for example beyond a limit.
        let version: ClientVersion?
        /// The revision that was served; 0 if no rule matched.
        let revision: Int
    }

    /// A sampled answer. Its version is parsed when the samples are collected, not by the thread that answers.
    private struct Answer {
        let edition: ServedEdition
        /// The client's version as it was written in the request.
        let version: String
        /// The number of requests that the sample represents.
        let weight: Int
    }

    /// The maximum number of different keys of requests without an edition between two collections; further requests
    /// are counted without their version.
    private static let limit = 1_000

    /// The maximum number of sampled answers between two collections. With thousands of editions, each with few fetches,
    /// every answer would be a sample otherwise.
    static let answerLimit = 1_000

    private let answers = Mutex<[Answer]>([])
    private let counts = Mutex<[Key: Int]>([:])
    /// The number of answers that may still be sampled before the next collection.
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

    /// Records a sampled answer with an edition, for which `takesAnswer` returned true.
    ///
    /// `version`: The client's version as it was written in the request. `weight`: The number of requests that the sample
    /// represents.
    func note(_ edition: ServedEdition, version: String, weight: Int) {
        answers.withLock { $0.append(Answer(edition: edition, version: version, weight: weight)) }
    }

    /// Counts a sampled request without an edition; `weight` is the number of requests that it represents.
    func note(_ key: Key, weight: Int = 1) {
        counts.withLock { counts in
            let isKnown = counts.count < Self.limit || counts[key] != nil
            let version = key.version.flatMap { isKnown ? Self.storable($0) : nil }
            let place = Key(
                feature: key.feature, platform: key.platform, version: version, revision: key.revision)
            counts[place, default: 0] += weight
        }
    }

    /// Returns the counts since the last collection.
    func collect() -> [Key: Int] {
        let answers = answers.withLock { answers in
            defer { answers = [] }
            return answers
        }
        room.store(Self.answerLimit, ordering: .relaxed)
        let counts = counts.withLock { counts in
            defer { counts = [:] }
            return counts
        }
        return answers.reduce(into: counts) { counts, answer in
            let key = Key(
                feature: answer.edition.feature, platform: answer.edition.identity.platform,
                version: (try? ClientVersion(answer.version)).flatMap(Self.storable),
                revision: answer.edition.identity.revision)
            counts[key, default: 0] += answer.weight
        }
    }

    /// Returns the version, or nil if it is too long for the table of the counts.
    private static func storable(_ version: ClientVersion) -> ClientVersion? {
        version.text.utf8.count <= ReadCount.versionLimit ? version : nil
    }
}
