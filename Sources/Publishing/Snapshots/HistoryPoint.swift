/// A point in an installation's history of releases, unique among all histories.
package struct HistoryPoint: Sendable, Hashable {
    /// The installation's id.
    package let installation: String
    /// The newest release; 0 before the first.
    package let release: Int
    /// The identity of that release, empty before the first; needed because a restored database reuses numbers.
    package let identity: String
    /// The system identifier of the PostgreSQL cluster that reported it.
    package let cluster: String
    /// That cluster's timeline, which grows when a standby takes over; 0 if a standby reported it, because it does not
    /// know.
    package let timeline: Int

    package init(installation: String, release: Int, identity: String, cluster: String, timeline: Int) {
        self.installation = installation
        self.release = release
        self.identity = identity
        self.cluster = cluster
        self.timeline = timeline
    }
}
