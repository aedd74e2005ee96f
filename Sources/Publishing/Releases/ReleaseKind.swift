/// What a release does to what clients get.
package enum ReleaseKind: String, Sendable, Codable, CaseIterable {
    case publish
    case removal
    case rollback
    case switchOff = "switch-off"
    case switchOn = "switch-on"
}
