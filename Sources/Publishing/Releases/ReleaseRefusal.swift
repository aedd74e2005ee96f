/// The reason why no release is created or planned; the live state stays the same.
package enum ReleaseRefusal: Sendable, Hashable {
    /// The request would change nothing, and this has been so at least since the release `since`; `because` is the
    /// reason as a sentence.
    case unchanged(since: Int, because: String)
    /// Other releases have changed the state that the request is based on.
    case stale(Staleness)
    /// All problems found.
    case rejected([ReleaseProblem])
    case noSuchFeature(String)
    case noSuchRelease(Int)
}

extension ReleaseRefusal {
    /// Returns the problems because of which a scheduled release or a step of a rollout was refused; nil if the refusal
    /// is `unchanged`.
    ///
    /// `event`: The event since which the rules must not have changed, in words such as “the last step”. `feature`: The
    /// feature for which a change of the rules is reported.
    func problems(since event: String, feature: String? = nil) -> [ReleaseProblem]? {
        switch self {
        case .unchanged: return nil
        case .rejected(let problems): return problems
        case .stale(let staleness):
            let numbers = staleness.releases.map { "release \($0.number)" }.reversed().joined(separator: ", ")
            let message = "The rules for the same clients have changed since \(event) (by \(numbers))."
            return [ReleaseProblem(code: "stale", message: message, feature: feature)]
        case .noSuchFeature(let name):
            return [ReleaseProblem(code: "unknown-feature", message: "There is no feature \(name).")]
        case .noSuchRelease(let number):
            return [ReleaseProblem(code: "unknown-release", message: "There is no release \(number).")]
        }
    }
}
