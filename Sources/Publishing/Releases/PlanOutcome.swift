/// The outcome of planning a publish, rollback, removal, switch-off or switch-on, which never changes anything.
package enum PlanOutcome: Sendable, Hashable {
    /// The release that the same request would create now.
    case planned(ReleasePlan)
    /// The request would create no release.
    case refused(ReleaseRefusal)
}
