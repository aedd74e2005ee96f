import Publishing
import SchemaRepository
import Synchronization

/// The fetches that all threads have counted and that are not collected yet.
final class ReadCounts: Sendable {
    private let samplesOfThreads = Mutex<[VersionSamples]>([])

    /// Returns empty samples for a new thread; later collections include them.
    func samples() -> VersionSamples {
        let samples = VersionSamples()
        samplesOfThreads.withLock { $0.append(samples) }
        return samples
    }

    /// Returns the counts since the last collection. The cost depends on the number of editions that were fetched and
    /// of samples, not on the number of all editions or of fetches.
    func collect() -> [ReadCount] {
        let threads = samplesOfThreads.withLock { $0 }
        var versions: [VersionSamples.Key: Int] = [:]
        for thread in threads { versions.merge(thread.collect(), uniquingKeysWith: +) }
        var totals: [VersionSamples.Key: Int] = [:]
        for edition in threads.flatMap({ $0.collectFetched() }) {
            let fetches = edition.fetches.collect()
            guard fetches > 0 else { continue }
            let key = VersionSamples.Key(
                feature: edition.feature, platform: edition.identity.platform, version: nil,
                revision: edition.identity.revision)
            totals[key, default: 0] += fetches
        }
        return Self.divide(totals, by: versions) + Self.unmatched(versions)
    }

    /// Divides the exact number of fetches of each revision on a platform among the client versions in proportion to
    /// their samples. Fetches of a revision without samples are counted without a version.
    private static func divide(
        _ totals: [VersionSamples.Key: Int], by versions: [VersionSamples.Key: Int]
    ) -> [ReadCount] {
        let samples = Dictionary(grouping: versions) { sample in
            VersionSamples.Key(
                feature: sample.key.feature, platform: sample.key.platform, version: nil, revision: sample.key.revision)
        }
        return totals.flatMap { key, total -> [ReadCount] in
            let parts = (samples[key] ?? []).sorted { $0.value > $1.value }
            let weight = parts.map(\.value).reduce(0, +)
            var left = total
            var counts = parts.compactMap { part -> ReadCount? in
                let fetches = min(left, (total * part.value + weight - 1) / weight)
                left -= fetches
                return fetches == 0 ? nil : count(part.key, fetches)
            }
            if left > 0 { counts.append(count(key, left)) }
            return counts
        }
    }

    /// Returns the counts of requests for which no rule matched.
    private static func unmatched(_ versions: [VersionSamples.Key: Int]) -> [ReadCount] {
        versions.filter { $0.key.revision == 0 }.map { count($0.key, $0.value) }
    }

    private static func count(_ key: VersionSamples.Key, _ fetches: Int) -> ReadCount {
        ReadCount(
            feature: key.feature, platform: key.platform, version: key.version, revision: key.revision,
            fetches: fetches)
    }
}
