package import Foundation

/// A filter for audit events; an empty string matches every event.
package struct AuditFilter: Sendable, Hashable {
    /// The actor's name.
    package var actor = ""
    /// An action's name.
    package var action = ""
    /// The subject, such as the name of an account or a feature; the name of a feature also matches events of releases,
    /// refused releases, schedules and rollouts that contain the feature, but not those of releases of the kind
    /// `restoration`.
    package var subject = ""
    /// The earliest time, inclusive; nil for no limit.
    package var since: Date?
    /// The latest time, exclusive; nil for no limit.
    package var until: Date?

    package init() {}
}
