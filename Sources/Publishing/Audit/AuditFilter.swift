package import Foundation

/// A filter for audit events; an empty string matches every event.
package struct AuditFilter: Sendable, Hashable {
    /// The actor's name.
    package var actor = ""
    /// An action's name.
    package var action = ""
    /// The subject, such as the name of an account or a feature; the name of a feature also matches events of releases
    /// that contain the feature.
    package var subject = ""
    /// The earliest time, inclusive.
    package var since: Date?
    /// The latest time, exclusive.
    package var until: Date?

    package init() {}
}
