/// The outcome of a publish, rollback, removal, switch-off or switch-on.
package enum ReleaseOutcome: Sendable, Hashable {
    /// The release is live; `warnings` did not prevent it.
    case released(Release, warnings: [ReleaseProblem])
    /// The plan of the same request without `dryRun`.
    case dryRun(ReleasePlan)
    /// The state is already as requested since that release, so none was made; with the reason as a sentence.
    case unchanged(since: Int, because: String)
    /// The live state has changed since the person looked; nothing was written.
    case stale(Staleness)
    /// All problems found; nothing was written.
    case rejected([ReleaseProblem])
    case noSuchFeature(String)
    case noSuchRelease(Int)
    /// The idempotency key was used for another request.
    case keyReused(KeyUse)
}

extension ReleaseOutcome {
    /// Returns the reasons for which a scheduled release or the step of a rollout was refused; nil if it was not.
    ///
    /// `event`: The moment since which the rules must not have changed, such as “the last step”. `feature`: The feature
    /// that a change of the rules is reported for.
    func refusal(since event: String, feature: String? = nil) -> [ReleaseProblem]? {
        switch self {
        case .released, .keyReused, .dryRun, .unchanged: return nil
        case .rejected(let problems): return problems
        case .stale(let staleness):
            let numbers = staleness.releases.map { "\($0.number)" }.reversed().joined(separator: ", ")
            let message = "The same clients' rules have changed since \(event) (release \(numbers))."
            return [ReleaseProblem(code: "stale", message: message, feature: feature)]
        case .noSuchFeature(let name):
            return [ReleaseProblem(code: "unknown-feature", message: "There is no feature \(name).")]
        case .noSuchRelease(let number):
            return [ReleaseProblem(code: "unknown-release", message: "There is no release \(number).")]
        }
    }
}
