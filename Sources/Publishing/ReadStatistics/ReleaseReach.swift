import PostgreSQL
import SchemaRepository

/// The part of the recent fetches whose answer a release changes.
package struct ReleaseReach: Sendable, Hashable, Codable {
    /// The number of days that were counted.
    package let days: Int
    /// The fetches whose answer would be another.
    package let fetches: Int
    /// The fetches of the features in the release.
    package let ofFeatures: Int
    /// The fetches of all features.
    package let ofAll: Int

    /// The part of all fetches, 0 to 1; nil if nothing was fetched.
    package var share: Double? { ofAll == 0 ? nil : Double(fetches) / Double(ofAll) }
    /// True if more than half of all fetches are reached.
    package var isWide: Bool { (share ?? 0) > 0.5 }

    package init(days: Int, fetches: Int, ofFeatures: Int, ofAll: Int) {
        (self.days, self.fetches, self.ofFeatures, self.ofAll) = (days, fetches, ofFeatures, ofAll)
    }

    /// Compares the states of the features with the counts of the last days.
    init(
        of changes: [(before: FeatureState, after: FeatureState)], days: Int = ReadStatisticStore.recentDays,
        on connection: Connection
    ) throws {
        var (reached, all) = (0, 0)
        for (before, after) in changes {
            let counts = try ReadStatisticStore.counts(of: before.feature.name, days: days, on: connection)
            for (platform, counts) in Dictionary(grouping: counts, by: \.platform) {
                let (old, new) = (before.table(of: platform), after.table(of: platform))
                let isOther = before.switchedOff.contains(platform) != after.switchedOff.contains(platform)
                for count in counts {
                    if count.revision > 0 { all += count.fetches }
                    guard count.revision > 0 else { continue }
                    let isChanged =
                        isOther
                        || count.version.map { Self.answers(old, at: $0) != Self.answers(new, at: $0) }
                            ?? (old.rules != new.rules)
                    if isChanged { reached += count.fetches }
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
