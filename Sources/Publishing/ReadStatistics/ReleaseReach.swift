import PostgreSQL
import SchemaRepository

/// The part of the recent fetches that would get another response after a release.
package struct ReleaseReach: Sendable, Hashable, Codable {
    /// The number of days that were counted.
    package let days: Int
    /// The fetches that would get another response.
    package let fetches: Int
    /// All fetches of the features in the release.
    package let ofFeatures: Int
    /// The fetches of all features.
    package let ofAll: Int

    /// The part of all fetches, 0 to 1; nil if nothing was fetched.
    package var share: Double? { ofAll == 0 ? nil : Double(fetches) / Double(ofAll) }
    /// True if more than half of all fetches would get another response.
    package var isWide: Bool { (share ?? 0) > 0.5 }

    package init(days: Int, fetches: Int, ofFeatures: Int, ofAll: Int) {
        (self.days, self.fetches, self.ofFeatures, self.ofAll) = (days, fetches, ofFeatures, ofAll)
    }

    /// The number of features whose counts one statement reads.
    private static let batch = 100

    /// Computes the reach from the features' states before and after a release, and from the counts of the last days.
    init(
        of changes: [(before: FeatureState, after: FeatureState)], days: Int = ReadStatisticStore.recentDays,
        on connection: Connection
    ) throws {
        var (reached, all) = (0, 0)
        for part in changes.batches(of: Self.batch) {
            let counts = try ReadStatisticStore.counts(
                of: part.map { $0.before.feature.name }, days: days, on: connection)
            for (before, after) in part {
                let ofFeature = counts[before.feature.name] ?? []
                for (platform, counts) in Dictionary(grouping: ofFeature, by: \.platform) {
                    let (old, new) = (before.table(of: platform), after.table(of: platform))
                    let isOther = before.switchedOff.contains(platform) != after.switchedOff.contains(platform)
                    for count in counts where count.revision > 0 {
                        all += count.fetches
                        let isChanged =
                            isOther
                            || count.version.map { Self.answers(old, at: $0) != Self.answers(new, at: $0) }
                                ?? (old.rules != new.rules)
                        if isChanged { reached += count.fetches }
                    }
                }
            }
        }
        self.init(
            days: days, fetches: reached, ofFeatures: all,
            ofAll: try ReadStatisticStore.total(days: days, on: connection))
    }

    private static func answers(_ table: RuleTable, at version: ClientVersion) -> [String] {
        table.answers(at: version).map { "\($0.buckets) \($0.rule.revision) \($0.edition.hash)" }
    }
}
