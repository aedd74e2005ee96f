import PostgreSQL
import SchemaRepository

/// The part of the recent fetches that would get another response after a release.
package struct ReleaseReach: Sendable, Hashable, Codable {
    /// The number of days that were counted.
    package let days: Int
    /// The fetches that would get another response. If only a share of the clients of a version would get one, that
    /// share of the version's fetches is counted. For fetches that were counted without their version, the version with
    /// the largest share is assumed.
    package let fetches: Int
    /// The fetches of the features in the release during these days, without requests that no rule matched.
    package let ofFeatures: Int
    /// The fetches of all features during these days, without requests that no rule matched.
    package let ofAll: Int

    /// The part of all fetches that would get another response, 0 to 1; nil if nothing was fetched.
    package var share: Double? { ofAll == 0 ? nil : Double(fetches) / Double(ofAll) }
    /// True if more than half of all fetches would get another response.
    package var isWide: Bool { (share ?? 0) > 0.5 }

    package init(days: Int, fetches: Int, ofFeatures: Int, ofAll: Int) {
        (self.days, self.fetches, self.ofFeatures, self.ofAll) = (days, fetches, ofFeatures, ofAll)
    }

    /// The number of features whose counts one statement reads.
    private static let batch = 100

    /// Computes the reach from the features' states before and after a release, and from the counts of the last `days`
    /// days.
    init(
        of changes: [(before: FeatureState, after: FeatureState)], days: Int = ReadStatisticStore.recentDays,
        on connection: Connection
    ) throws {
        // `reached` is the sum of fetches times changed buckets, which is divided only at the end, so that many small
        // shares are not rounded up one by one.
        var (reached, all) = (0, 0)
        for part in changes.batches(of: Self.batch) {
            let counts = try ReadStatisticStore.counts(
                of: part.map { $0.before.feature.name }, days: days, on: connection)
            for (before, after) in part {
                let ofFeature = counts[before.feature.name] ?? []
                for (platform, counts) in Dictionary(grouping: ofFeature, by: \.platform) {
                    let (old, new) = (before.table(of: platform), after.table(of: platform))
                    let isSwitched = before.switchedOff.contains(platform) != after.switchedOff.contains(platform)
                    for count in counts where count.revision > 0 {
                        all += count.fetches
                        let buckets =
                            isSwitched
                            ? RolloutBucket.count
                            : count.version.map { Self.changedBuckets(old, new, at: $0) }
                                ?? Self.mostChangedBuckets(old, new)
                        reached += count.fetches * buckets
                    }
                }
            }
        }
        self.init(
            days: days, fetches: (reached + RolloutBucket.count - 1) / RolloutBucket.count, ofFeatures: all,
            ofAll: try ReadStatisticStore.total(days: days, on: connection))
    }

    /// Returns the number of buckets whose clients get another answer at a version.
    private static func changedBuckets(_ old: RuleTable, _ new: RuleTable, at version: ClientVersion) -> Int {
        let (before, after) = (old.answers(at: version), new.answers(at: version))
        let bounds = (before + after).flatMap { [$0.buckets.lowerBound, $0.buckets.upperBound] }
        // Clients without a bucket are not counted separately, because they always get the same as the clients of the
        // last bucket: both get only rules for all clients.
        let places = Set(bounds + [0, RolloutBucket.count]).filter { $0 <= RolloutBucket.count }.sorted()
        return zip(places, places.dropFirst()).filter { place, _ in
            content(of: before, in: place) != content(of: after, in: place)
        }.map { $1 - $0 }.reduce(0, +)
    }

    /// Returns the number of buckets whose clients get another answer, at the version for which this number is the
    /// highest.
    private static func mostChangedBuckets(_ old: RuleTable, _ new: RuleTable) -> Int {
        let bounds = (old.rules + new.rules).flatMap(\.editions).flatMap(\.range.bounds)
        return VersionInterval.between(bounds).map { changedBuckets(old, new, at: $0.from) }.max() ?? 0
    }

    /// Returns the revision and the edition that the clients of a bucket get; nil if they get nothing.
    private static func content(of answers: [RuleTable.Answer], in bucket: Int) -> String? {
        answers.first { $0.buckets.contains(bucket) }.map { "\($0.rule.revision) \($0.edition.hash)" }
    }
}
