import Publishing

/// Words for pages and answers about webhooks.
enum WebhookWords {
    /// The prefixes of the events that can be posted, such as “release.”, in quotes.
    static var postable: String { Words.alternatives(Webhook.postable.map { "“\($0)”" }) }
}
