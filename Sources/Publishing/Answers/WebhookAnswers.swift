package import Foundation

/// A webhook as JSON, for the command line and the management API.
package struct WebhookAnswer: Sendable, Encodable {
    package let id: Int
    package let address: String
    package let events: [String]
    package let author: String
    package let createdAt: Date
    /// The secret that signs the deliveries; nil except in the answer that adds the webhook.
    package let secret: String?

    package init(_ webhook: Webhook, secret: String? = nil) {
        id = webhook.id
        address = webhook.address
        events = webhook.events
        author = webhook.author.name
        createdAt = webhook.createdAt
        self.secret = secret
    }
}

/// A list of webhooks as JSON.
package struct WebhookListAnswer: Sendable, Encodable {
    package let webhooks: [WebhookAnswer]

    package init(_ webhooks: [Webhook]) { self.webhooks = webhooks.map { WebhookAnswer($0) } }
}

/// The delivery of an event to a webhook as JSON.
package struct WebhookDeliveryAnswer: Sendable, Encodable {
    package let id: Int
    package let webhook: Int
    /// The event's number in the audit trail.
    package let number: Int
    package let event: String
    package let subject: String
    package let state: WebhookDelivery.State
    package let attempts: Int
    package let status: Int?
    package let fault: String?
    package let dueAt: Date?
    package let deliveredAt: Date?

    package init(_ delivery: WebhookDelivery) {
        id = delivery.id
        webhook = delivery.webhook
        number = delivery.event
        event = delivery.action
        subject = delivery.subject
        state = delivery.state
        attempts = delivery.attempts
        status = delivery.status
        fault = delivery.fault
        dueAt = delivery.dueAt
        deliveredAt = delivery.deliveredAt
    }
}

/// A list of deliveries as JSON.
package struct WebhookDeliveryListAnswer: Sendable, Encodable {
    package let deliveries: [WebhookDeliveryAnswer]

    package init(_ deliveries: [WebhookDelivery]) { self.deliveries = deliveries.map(WebhookDeliveryAnswer.init) }
}
