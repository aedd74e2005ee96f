/// A place in an installation's history of releases, which no other history has.
package struct HistoryPoint: Sendable, Hashable {
    /// The installation's id.
    package let installation: String
    /// The newest release, 0 before the first.
    package let release: Int
    /// The identity of that release, empty before the first: a restored database gives its number to another one.
    package let identity: String
    /// The system identifier of the PostgreSQL cluster that told it.
    package let cluster: String
    /// That cluster's timeline, which grows when a standby takes over; 0 when a standby told it, which does not know.
    package let timeline: Int

    package init(installation: String, release: Int, identity: String, cluster: String, timeline: Int) {
        self.installation = installation
        self.release = release
        self.identity = identity
        self.cluster = cluster
        self.timeline = timeline
    }
}
