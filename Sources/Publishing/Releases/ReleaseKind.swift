/// The kind of change that a release makes.
package enum ReleaseKind: String, Sendable, Codable, CaseIterable {
    case publish
    case removal
    case rollback
    case switchOff = "switch-off"
    case switchOn = "switch-on"
    /// Publishes the whole live state again, with the same bytes, after the database was restored from a backup.
    case restoration
    /// Serves a feature under another name too, or no longer under a former one; the bytes stay.
    case rename
    /// Changes the times for which caches may keep the answers; the bytes stay.
    case caching
}
