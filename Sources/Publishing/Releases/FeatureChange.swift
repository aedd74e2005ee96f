/// The result of a release for one feature.
struct FeatureChange {
    var after: FeatureState
    var problems: [ReleaseProblem] = []
    var warnings: [ReleaseProblem] = []
}
