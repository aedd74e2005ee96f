/// The outcome of an attempt to create a release.
package enum ReleaseOutcome: Sendable, Hashable {
    /// The release is live; `warnings` did not prevent it.
    case released(Release, warnings: [ReleaseProblem])
    /// No release was created.
    case refused(ReleaseRefusal)
    /// The idempotency key was used for another request.
    case keyReused(KeyUse)
}
