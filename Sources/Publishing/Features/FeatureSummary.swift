package import Foundation

/// A feature with its newest revision, its live state and its labels.
package struct FeatureSummary: Sendable, Hashable {
    package let feature: Feature
    /// The newest revision's number; 0 before the first.
    package let headRevision: Int
    /// True if the newest revision is valid, or if there is none.
    package let headIsValid: Bool
    /// The time of the newest revision; nil before the first.
    package let headSavedAt: Date?
    /// The live rules in the order of the platforms in the console; of each platform, the highest version first. They
    /// include those of switched-off platforms.
    package let rules: [Rule]
    /// The platforms on which the feature is switched off.
    package let switchedOff: [String]
    /// The time of the newest release that contains the feature; nil before the first.
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
