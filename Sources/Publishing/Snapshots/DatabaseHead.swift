/// The newest point of a database's history, with the facts by which a node compares the database with its own copy.
package struct DatabaseHead: Sendable, Hashable {
    /// The newest point of the history.
    package let point: HistoryPoint
    /// The platforms in the order in which pages list them.
    package let platforms: [Platform]
    /// The active signature keys, oldest first.
    package let keys: [SignatureKey]
    /// True if the database is a standby, which may lag behind and accepts no releases.
    package let isStandby: Bool
    /// True if the database contains the node's release, or if the node has none yet.
    package let hasRelease: Bool

    /// The relation of a database to a node's point of history.
    package enum Relation: Sendable, Hashable {
        /// The database has the same history, perhaps more of it.
        case same
        /// The database is a standby that has not received the node's release yet.
        case behind
        /// The history of the database lacks the node's release, because it was restored from a backup or a standby
        /// took over.
        case restored
        /// The database is a former primary that another server has replaced.
        case superseded
        /// The database belongs to another installation.
        case otherInstallation
    }

    package init(point: HistoryPoint, platforms: [Platform], keys: [SignatureKey], isStandby: Bool, hasRelease: Bool) {
        self.point = point
        self.platforms = platforms
        self.keys = keys
        self.isStandby = isStandby
        self.hasRelease = hasRelease
    }

    /// Returns the relation of the database to `held`, the node's point of history; the head must have been read with
    /// this point (`SnapshotStore.head(asking:)`).
    package func relation(to held: HistoryPoint) -> Relation {
        guard held.installation == point.installation else { return .otherInstallation }
        if !isStandby, held.cluster == point.cluster, point.timeline < held.timeline { return .superseded }
        if hasRelease { return .same }
        return isStandby && point.release < held.release ? .behind : .restored
    }
}
