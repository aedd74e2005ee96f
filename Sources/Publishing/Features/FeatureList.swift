/// A part of a list of features.
package struct FeatureList: Sendable, Hashable {
    package let features: [FeatureSummary]
    /// How many the filter lets through in all.
    package let total: Int

    package init(features: [FeatureSummary], total: Int) {
        self.features = features
        self.total = total
    }
}
