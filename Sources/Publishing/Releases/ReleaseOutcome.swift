/// The outcome of a publish, rollback, removal, switch-off or switch-on.
package enum ReleaseOutcome: Sendable, Hashable {
    /// The release is live; `warnings` did not prevent it.
    case released(Release, warnings: [ReleaseProblem])
    /// No release was created.
    case refused(ReleaseRefusal)
    /// The idempotency key was used for another request.
    case keyReused(KeyUse)
}
