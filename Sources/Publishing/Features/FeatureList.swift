/// A page of a list of features.
package struct FeatureList: Sendable, Hashable {
    package let features: [FeatureSummary]
    /// The number of all features that match the filter.
    package let total: Int

    package init(features: [FeatureSummary], total: Int) {
        self.features = features
        self.total = total
    }
}
