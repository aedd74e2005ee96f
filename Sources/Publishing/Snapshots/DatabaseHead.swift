/// The newest point of a database's history, and its relation to a node's copy.
package struct DatabaseHead: Sendable, Hashable {
    /// The newest release in it.
    package let point: HistoryPoint
    /// The platforms in the order of the pages.
    package let platforms: [Platform]
    /// The keys with which nodes sign, oldest first.
    package let keys: [SignatureKey]
    /// True if it is a standby, which may lag behind and accepts no releases.
    package let isStandby: Bool
    /// True if it contains the release of the node; before the first release every database does.
    package let hasRelease: Bool

    /// The relation of a database to a node's point of history.
    package enum Relation: Sendable, Hashable {
        /// It has the same history, perhaps more of it.
        case same
        /// It is a standby that has not received the node's release yet.
        case behind
        /// Its history lacks the node's release, because it was restored from a backup or a standby took over.
        case restored
        /// It is a former primary that another server replaced.
        case superseded
        /// It belongs to another installation.
        case otherInstallation
    }

    package init(point: HistoryPoint, platforms: [Platform], keys: [SignatureKey], isStandby: Bool, hasRelease: Bool) {
        self.point = point
        self.platforms = platforms
        self.keys = keys
        self.isStandby = isStandby
        self.hasRelease = hasRelease
    }

    /// Returns the relation to the node's point that was passed when the head was read.
    package func relation(to held: HistoryPoint) -> Relation {
        guard held.installation == point.installation else { return .otherInstallation }
        if !isStandby, held.cluster == point.cluster, point.timeline < held.timeline { return .superseded }
        if hasRelease { return .same }
        return isStandby && point.release < held.release ? .behind : .restored
    }
}
