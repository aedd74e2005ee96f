/// The outcome of a publish, rollback, removal, switch-off or switch-on.
package enum ReleaseOutcome: Sendable, Hashable {
    /// It is live. `warnings` stopped nothing.
    case released(Release, warnings: [ReleaseProblem])
    /// What the same request without `dryRun` would have done.
    case dryRun(ReleasePlan)
    /// It is as asked already, since that release, so none was made; why, as a sentence.
    case unchanged(since: Int, because: String)
    /// What clients get has changed since the person looked; nothing was written.
    case stale(Staleness)
    /// Every gate that refused, all at once; nothing was written.
    case rejected([ReleaseProblem])
    case noSuchFeature(String)
    case noSuchRelease(Int)
    /// The idempotency key was used for another request.
    case keyReused(Release)
}
