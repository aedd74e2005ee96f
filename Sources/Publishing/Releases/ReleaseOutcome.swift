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
    case keyReused(Release)
}
