/// The kind of change that a release makes.
package enum ReleaseKind: String, Sendable, Codable, CaseIterable {
    case publish
    case removal
    case rollback
    case switchOff = "switch-off"
    case switchOn = "switch-on"
    /// Publishes the whole live state again, with the same bytes, after the database was restored from a backup.
    case restoration
    /// Gives a feature a new name, or ends a former name; the feature's rules and bytes stay the same.
    case rename
    /// Changes how long caches may keep the answers; the feature's rules and bytes stay the same.
    case caching
}
