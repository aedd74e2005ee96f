/// The newest point of a database’s history, and its relation to the history of which a node holds a copy.
package struct DatabaseHead: Sendable, Hashable {
    /// The newest release in it.
    package let point: HistoryPoint
    /// In the order of the pages.
    package let platforms: [Platform]
    /// True if it is a standby, which may lag behind and takes no releases.
    package let isStandby: Bool
    /// True if it has the release that was asked about; before the first release every database has it.
    package let hasRelease: Bool

    /// The relation of a database to a node that holds a point of history.
    package enum Relation: Sendable, Hashable {
        /// It has the same history, perhaps more of it.
        case same
        /// It is a standby that has not heard of the node's release yet.
        case behind
        /// The node's release is not in its history, which was restored from a backup or taken over by a standby.
        case restored
        /// It was left behind when another server took over.
        case superseded
        /// It belongs to another installation.
        case otherInstallation
    }

    package init(point: HistoryPoint, platforms: [Platform], isStandby: Bool, hasRelease: Bool) {
        self.point = point
        self.platforms = platforms
        self.isStandby = isStandby
        self.hasRelease = hasRelease
    }

    /// The relation to a node at the point that the database was asked about.
    package func relation(to held: HistoryPoint) -> Relation {
        guard held.installation == point.installation else { return .otherInstallation }
        if !isStandby, held.cluster == point.cluster, point.timeline < held.timeline { return .superseded }
        if hasRelease { return .same }
        return isStandby && point.release < held.release ? .behind : .restored
    }
}
