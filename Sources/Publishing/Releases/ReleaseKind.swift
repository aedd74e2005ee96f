/// What a release does to what clients get.
package enum ReleaseKind: String, Sendable, Codable, CaseIterable {
    case publish
    case removal
    case rollback
    case switchOff = "switch-off"
    case switchOn = "switch-on"
    /// Everything live once more, with the same bytes, after a database was restored from a backup.
    case restoration
}
