/// The reason why no release is made or planned; nothing was written.
package enum ReleaseRefusal: Sendable, Hashable {
    /// The feature has been in the requested state since that release; `because` says so in a sentence.
    case unchanged(since: Int, because: String)
    /// The live state has changed since the person looked.
    case stale(Staleness)
    /// All problems found.
    case rejected([ReleaseProblem])
    case noSuchFeature(String)
    case noSuchRelease(Int)
}

extension ReleaseRefusal {
    /// Returns the reasons for which a scheduled release or the step of a rollout was refused; nil if nothing had to
    /// change.
    ///
    /// `event`: The moment since which the rules must not have changed, such as “the last step”. `feature`: The feature
    /// that a change of the rules is reported for.
    func problems(since event: String, feature: String? = nil) -> [ReleaseProblem]? {
        switch self {
        case .unchanged: return nil
        case .rejected(let problems): return problems
        case .stale(let staleness):
            let numbers = staleness.releases.map { "\($0.number)" }.reversed().joined(separator: ", ")
            let message = "The rules for the same clients have changed since \(event) (release \(numbers))."
            return [ReleaseProblem(code: "stale", message: message, feature: feature)]
        case .noSuchFeature(let name):
            return [ReleaseProblem(code: "unknown-feature", message: "There is no feature \(name).")]
        case .noSuchRelease(let number):
            return [ReleaseProblem(code: "unknown-release", message: "There is no release \(number).")]
        }
    }
}
