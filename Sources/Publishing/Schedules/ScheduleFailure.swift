/// The reason why a waiting schedule would fail if it were due now.
package enum ScheduleFailure: Sendable, Hashable {
    /// A release that the author could not know of has changed the rules which the schedule publishes or ends, or other
    /// rules for their clients.
    case overtaken
    /// The release would be refused because of these problems: its author may not publish any more, or approvals are
    /// missing.
    case refused([ReleaseProblem])
}
