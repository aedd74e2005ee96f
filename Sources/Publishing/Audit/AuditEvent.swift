package import Foundation

/// An event of the audit trail.
package struct AuditEvent: Sendable, Hashable {
    /// The number in commit order, without gaps.
    package let number: Int
    package let at: Date
    package let actor: Actor
    /// An `AuditAction`, or an action of a newer version of Galley.
    package let action: String
    /// The subject of the action, such as a feature's or an account's name.
    package let subject: String
    /// The details as a JSON object.
    package let detail: String
    /// The hexadecimal SHA-256 over the previous event's hash and this event.
    package let hash: String

    package init(
        number: Int, at: Date, actor: Actor, action: String, subject: String, detail: String, hash: String
    ) {
        self.number = number
        self.at = at
        self.actor = actor
        self.action = action
        self.subject = subject
        self.detail = detail
        self.hash = hash
    }
}
