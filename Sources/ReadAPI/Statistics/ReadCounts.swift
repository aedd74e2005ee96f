import Publishing
import SchemaRepository
import Synchronization

/// The fetches that all threads have counted and that are not handed over yet.
final class ReadCounts: Sendable {
    private struct State {
        var samples: [VersionSamples] = []
        /// Indexes that were served until lately; a thread may still answer from one.
        var retired: [(index: ReadIndex, isCollected: Bool)] = []
    }

    private let state = Mutex(State())

    /// Returns the samples of a new thread.
    func samples() -> VersionSamples {
        let samples = VersionSamples()
        state.withLock { $0.samples.append(samples) }
        return samples
    }

    /// Keeps an index that is served no more until its counts are collected.
    func retire(_ index: ReadIndex) { state.withLock { $0.retired.append((index, false)) } }

    /// Returns the counts since the last collection, those of the current index included.
    func collect(_ current: ReadIndex?) -> [ReadCount] {
        let (samples, indexes) = state.withLock { state in
            defer {
                // An index is collected once more after its threads have certainly left it.
                state.retired = state.retired.filter { !$0.isCollected }.map { ($0.index, true) }
            }
            return (state.samples, state.retired.map(\.index))
        }
        var versions: [VersionSamples.Key: Int] = [:]
        for sample in samples { versions.merge(sample.collect(), uniquingKeysWith: +) }
        var totals: [VersionSamples.Key: Int] = [:]
        for feature in (indexes + [current].compactMap(\.self)).flatMap(\.allFeatures) {
            for edition in feature.allEditions {
                let fetches = edition.fetches.collect()
                guard fetches > 0 else { continue }
                let key = VersionSamples.Key(
                    feature: feature.snapshot.name, platform: edition.identity.platform, version: nil,
                    revision: edition.identity.revision)
                totals[key, default: 0] += fetches
            }
        }
        return Self.divide(totals, by: versions) + Self.unmatched(versions)
    }

    /// Divides the exact numbers of fetches among the versions as their samples are.
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

    private static func unmatched(_ versions: [VersionSamples.Key: Int]) -> [ReadCount] {
        versions.filter { $0.key.revision == 0 }.map { count($0.key, $0.value) }
    }

    private static func count(_ key: VersionSamples.Key, _ fetches: Int) -> ReadCount {
        ReadCount(
            feature: key.feature, platform: key.platform, version: key.version, revision: key.revision,
            fetches: fetches)
    }
}
