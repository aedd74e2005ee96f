/// What a release makes of one feature.
struct FeatureChange {
    var after: FeatureState
    var problems: [ReleaseProblem] = []
    var warnings: [ReleaseProblem] = []
}
