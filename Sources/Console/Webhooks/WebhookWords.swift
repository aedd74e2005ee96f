import Publishing

/// Words for pages and answers about webhooks.
enum WebhookWords {
    /// The prefixes of the events that can be posted, such as “release.”, in quotes.
    static var postable: String { Webhook.postable.map { "“\($0)”" }.joined(separator: ", ") }
}
