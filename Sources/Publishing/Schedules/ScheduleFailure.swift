/// The reason why a waiting schedule would fail if it were due now, or why it is going to fail at its time.
package enum ScheduleFailure: Sendable, Hashable {
    /// A release that the author could not know of has changed the rules which the schedule publishes or ends, or other
    /// rules for their clients.
    case overtaken
    /// The release would be refused now because of these problems: its author may not publish any more, or approvals
    /// are missing.
    case refused([ReleaseProblem])
    /// A release that is planned before the schedule is going to change the rules which the schedule publishes or ends,
    /// or other rules for their clients; the author of a publish could not know of it. `schedule` makes that release;
    /// nil if a rollout may make it, or if several schedules may.
    case willBeOvertaken(schedule: Int?)
    /// The release is going to be refused at its time because of these problems.
    case willBeRefused([ReleaseProblem])
    /// The schedule whose release this one ends is going to fail.
    case willHaveNothingToEnd(schedule: Int)
}
