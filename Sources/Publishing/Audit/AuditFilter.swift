package import Foundation

/// A filter for audit events; an empty text does not filter.
package struct AuditFilter: Sendable, Hashable {
    /// The actor's name.
    package var actor = ""
    /// An action's name.
    package var action = ""
    /// The subject: the name of a feature (also of one in a release), an account …
    package var subject = ""
    package var since: Date?
    /// The exclusive end.
    package var until: Date?

    package init() {}
}
