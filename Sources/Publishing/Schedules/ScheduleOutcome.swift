/// The outcome of a request to schedule a release, or to publish now and schedule the end.
package enum ScheduleOutcome: Sendable, Hashable {
    /// The release is scheduled, and its end if one was requested; `warnings` are those about the planned release.
    case scheduled(Schedule, end: Schedule?, warnings: [ReleaseProblem])
    /// The release was published at once; `end` is its scheduled end.
    case released(Release, end: Schedule?, warnings: [ReleaseProblem])
    /// Publishing is refused now, or the times are not possible; nothing was published or scheduled.
    case refused(ReleaseRefusal)
    /// The idempotency key was used for another request.
    case keyReused(KeyUse)
}

/// The outcome of cancelling a schedule or trying it again.
package enum ScheduleChangeOutcome: Sendable, Hashable {
    case changed(Schedule)
    /// The schedule cannot be cancelled, because it was released or cancelled already, or cannot be tried again,
    /// because it has not failed.
    case unchanged(Schedule)
    case noSuchSchedule(Int)
}
