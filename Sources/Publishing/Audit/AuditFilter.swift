package import Foundation

/// Which events of the audit trail are asked for; an empty text asks for all.
package struct AuditFilter: Sendable, Hashable {
    /// The name of who did it.
    package var actor = ""
    /// An action's name.
    package var action = ""
    /// What it was done to: a feature's name, also among the features of a release, an account's …
    package var subject = ""
    package var since: Date?
    /// Not included.
    package var until: Date?

    package init() {}
}
