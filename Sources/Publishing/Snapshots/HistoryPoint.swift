/// A point in an installation's history of releases, unique among all histories.
package struct HistoryPoint: Sendable, Hashable {
    /// The installation's id.
    package let installation: String
    /// The newest release; 0 before the first.
    package let release: Int
    /// The unique identity of that release, empty before the first. The number is not enough, because a restored
    /// database uses numbers again.
    package let identity: String
    /// The system identifier of the PostgreSQL cluster that reported this point.
    package let cluster: String
    /// The cluster's timeline, whose number grows when a standby takes over; 0 if a standby reported this point,
    /// because it does not know its timeline.
    package let timeline: Int

    package init(installation: String, release: Int, identity: String, cluster: String, timeline: Int) {
        self.installation = installation
        self.release = release
        self.identity = identity
        self.cluster = cluster
        self.timeline = timeline
    }
}
