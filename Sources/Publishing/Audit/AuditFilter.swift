package import Foundation

/// A filter over the events of the audit trail; an empty text lets all pass.
package struct AuditFilter: Sendable, Hashable {
    /// The name of who did it.
    package var actor = ""
    /// An action's name.
    package var action = ""
    /// The subject: a feature's name, also among the features of a release, an account's …
    package var subject = ""
    package var since: Date?
    /// Not included.
    package var until: Date?

    package init() {}
}
