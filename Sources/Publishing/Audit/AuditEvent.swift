package import Foundation

/// One thing that someone did.
package struct AuditEvent: Sendable, Hashable {
    /// In the order of commits, without gaps.
    package let number: Int
    package let at: Date
    package let actor: Actor
    /// An `AuditAction`, or one that a newer version of Galley records.
    package let action: String
    /// What it was done to, such as a feature's or an account's name.
    package let subject: String
    /// A JSON object with what the action needs to be understood.
    package let detail: String
    /// SHA-256 over the previous event's hash and this event, in hexadecimal.
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
