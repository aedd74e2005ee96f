/// The outcome of planning a release, which never changes anything.
package enum PlanOutcome: Sendable, Hashable {
    /// The release that the same request would create now.
    case planned(ReleasePlan)
    /// The request would create no release.
    case refused(ReleaseRefusal)
}
