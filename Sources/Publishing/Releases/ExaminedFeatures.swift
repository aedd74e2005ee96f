/// The features that a rollback checks: the first ones only, because the findings only warn, and checking thousands of
/// features would hold up the end of an outage.
struct ExaminedFeatures {
    /// The ways to treat a feature.
    enum Part {
        case examined
        /// The first one that is not checked.
        case first
        case other
    }

    private static let limit = 200

    /// The warning that the others are not checked.
    static let warning = ReleaseProblem(
        code: "not-checked",
        message: "Only the first \(limit) features were checked by the present schemas. "
            + "The others get what their clients got before, unchecked.")

    private var ids: Set<Int> = []
    private var first: Int?

    /// Returns the way to treat a feature; the same for one that comes again.
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
