package import Foundation

/// A feature in a list.
package struct FeatureSummary: Sendable, Hashable {
    package let feature: Feature
    /// The newest revision's number; 0 before the first.
    package let headRevision: Int
    /// True if the newest revision is valid, or if there is none.
    package let headIsValid: Bool
    package let headSavedAt: Date?
    /// The live rules in the order of the platforms in the console; of each platform, the highest version first.
    package let rules: [Rule]
    /// The platforms on which the feature is switched off.
    package let switchedOff: [String]
    package let lastReleaseAt: Date?
    package let labels: FeatureLabels
    /// Nil if the feature is not archived.
    package let archive: FeatureArchive?
    /// The times for which caches may serve the feature's responses.
    package let cacheTime: CacheTime

    package init(
        feature: Feature, headRevision: Int, headIsValid: Bool, headSavedAt: Date?, rules: [Rule],
        switchedOff: [String], lastReleaseAt: Date?, labels: FeatureLabels = FeatureLabels(),
        archive: FeatureArchive? = nil, cacheTime: CacheTime = .usual
    ) {
        self.feature = feature
        self.headRevision = headRevision
        self.headIsValid = headIsValid
        self.headSavedAt = headSavedAt
        self.rules = rules
        self.switchedOff = switchedOff
        self.lastReleaseAt = lastReleaseAt
        self.labels = labels
        self.archive = archive
        self.cacheTime = cacheTime
    }
}
