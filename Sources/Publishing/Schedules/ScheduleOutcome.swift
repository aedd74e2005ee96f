/// The outcome of a request to schedule a release, or the end of one that is made at once.
package enum ScheduleOutcome: Sendable, Hashable {
    /// The release is planned, with its end if one was asked for; `warnings` are those that publishing now would have.
    case scheduled(Schedule, end: Schedule?, warnings: [ReleaseProblem])
    /// The release was made at once; its end is planned.
    case released(Release, end: Schedule?, warnings: [ReleaseProblem])
    /// Publishing now would be refused, or the time has passed; nothing was written.
    case refused(ReleaseRefusal)
    /// The idempotency key was used for another request.
    case keyReused(KeyUse)
}

/// The outcome of cancelling a schedule or trying it again.
package enum ScheduleChangeOutcome: Sendable, Hashable {
    case changed(Schedule)
    /// The schedule is released or cancelled, or, for another try, has not failed.
    case unchanged(Schedule)
    case noSuchSchedule(Int)
}
