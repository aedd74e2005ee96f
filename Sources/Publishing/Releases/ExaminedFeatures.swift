/// The features that a rollback checks: the first ones only, because the findings only warn, and checking thousands of
/// features would hold up the end of an outage.
struct ExaminedFeatures {
    /// The ways to treat a feature.
    enum Part {
        case examined
        /// The first feature that is not checked; it gets the warning about all that are not.
        case first
        case other
    }

    private static let limit = 200

    /// The warning about the features that are not checked.
    static let warning = ReleaseProblem(
        code: "not-checked",
        message: "Only the first \(limit) features were checked against the current schemas. "
            + "The others are rolled back without this check.")

    private var ids: Set<Int> = []
    private var first: Int?

    /// Returns the way to treat a feature; always the same for one feature, because an attempt may be repeated.
    mutating func take(_ feature: Feature) -> Part {
        if ids.contains(feature.id) { return .examined }
        guard ids.count == Self.limit else {
            ids.insert(feature.id)
            return .examined
        }
        first = first ?? feature.id
        return first == feature.id ? .first : .other
    }
}
