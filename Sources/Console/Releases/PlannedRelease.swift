import Foundation
import Publishing
import SchemaRepository

/// A planned release of one feature, with the data for the page on which it is confirmed.
struct PlannedRelease: Sendable {
    /// The live state now.
    let before: LiveTable
    /// The live state after the release.
    let after: LiveTable
    /// The changes for clients, in the order of `platforms`.
    let changes: [Change]
    let warnings: [ProblemRow]
    let platforms: [Platform]
    /// The longest times for which caches may serve a response from before the release.
    let caching: CacheTime
    private let feature: String

    init(_ plan: ReleasePlan, of feature: String, in stores: Stores, at now: Date) throws {
        self.feature = feature
        platforms = try stores.releases.platforms()
        before = try stores.liveTable(of: feature)
        after = plan.table(of: feature)
        changes = Change.between(before, after, platforms: platforms)
        warnings = plan.warnings.map { ProblemRow(warning: $0, feature: feature) }
        caching = try stores.cacheReach(of: [feature], at: now)
    }

    /// A sentence about how long caches may serve a response that the release replaces.
    var cacheWords: String { CacheWords.replaced(caching, isServed: before.isServed(replacedBy: after)) }

    /// Returns the version map of `before` or `after`; two maps with the same `columns` align.
    func map(of table: LiveTable, caption: String, columns: [ClientVersion]? = nil) -> VersionMap {
        VersionMap(table, feature: feature, platforms: platforms, caption: caption, columns: columns)
    }
}
