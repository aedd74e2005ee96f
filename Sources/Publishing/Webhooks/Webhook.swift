package import Foundation

/// An address to which Galley posts audit events over HTTP.
package struct Webhook: Sendable, Hashable {
    /// The prefixes of the audit actions that can be posted. Other events, such as those of sign-ins and accounts,
    /// cannot be posted.
    package static let postable = [
        "release.", "revision.", "review.", "approval.", "approvals.", "feature.", "schemas.", "option-list.",
        "schedule.", "rollout.", "policy.",
    ]

    package let id: Int
    package let address: String
    /// The prefixes of the audit actions that are posted.
    package let events: [String]
    package let isActive: Bool
    package let author: Actor
    package let createdAt: Date
}

/// The delivery of one event to one address.
package struct WebhookDelivery: Sendable, Hashable {
    /// The state of a delivery.
    package enum State: String, Sendable, Codable {
        case waiting
        case delivered
        /// Every attempt failed, or the webhook was removed before the delivery succeeded.
        case failed
    }

    package let id: Int
    package let webhook: Int
    /// The number of the audit event.
    package let event: Int
    package let action: String
    package let subject: String
    /// The number of attempts since the event, or since a person last asked for another delivery.
    package let attempts: Int
    /// The time of the next attempt; during an attempt, the time from which the delivery may be attempted again. Nil if
    /// no attempt follows.
    package let dueAt: Date?
    package let deliveredAt: Date?
    /// The HTTP status of the last response; nil if the last attempt got none.
    package let status: Int?
    /// The reason why the last attempt failed, or `removed` if the webhook was removed before the delivery succeeded;
    /// nil for none.
    package let fault: String?

    package var state: State { deliveredAt != nil ? .delivered : dueAt == nil ? .failed : .waiting }
}

/// A delivery that is to be attempted now.
package struct WebhookAttempt: Sendable, Hashable {
    /// The id of the delivery; the same in every attempt.
    package let delivery: Int
    /// The number of the attempt; a later one of the same delivery has a higher number.
    package let number: Int
    /// The id of the webhook.
    package let webhook: Int
    package let address: String
    package let event: String
    package let body: [UInt8]
    /// The time of the attempt in seconds since 1970, which the signature covers.
    package let timestamp: Int
    /// `sha256=` and the hexadecimal HMAC of the timestamp, a full stop and the body.
    package let signature: String
}

/// The outcome of adding a webhook.
package enum AddWebhookOutcome: Sendable, Hashable {
    /// The webhook, and the secret that signs its deliveries, which cannot be shown again.
    case added(Webhook, secret: String)
    /// The address is too long, not a valid `https:` or `http:` address, or has a user name, a quotation mark or a
    /// backslash.
    case invalidAddress
    /// The host may not be connected to.
    case forbiddenHost(String)
    /// This prefix begins with none of `Webhook.postable`.
    case unknownEvent(String)
}
