import HTTPTypes
import MicroHTTP
import Publishing

/// Shows, adds and removes the addresses to which events are posted; shows and repeats deliveries.
struct WebhookHandlers: Sendable {
    /// The maximum number of deliveries on the page.
    private static let pageSize = 100

    let webhooks: WebhookStore
    let allowed: AllowedAddresses
    let pages: PageRenderer
    let errors: ErrorPages

    /// Shows the addresses and the newest deliveries.
    @Sendable func index(_ request: SignedInRequest) throws -> Response {
        try pages.render(try page(request))
    }

    /// Adds an address and shows its secret once.
    @Sendable func create(_ request: SignedInRequest) throws -> Response {
        let (address, events) = (request.field("address"), request.field("events"))
        let words = events.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
        var problem: String?
        var eventsProblem: String?
        switch try webhooks.add(
            address, events: words, by: request.account.actor, unless: allowed.forbids(literal:))
        {
        case .added(let webhook, let secret):
            var page = try page(request)
            page.secret = secret
            page.secretLabel = Texts["webhooks.secret", ["webhook": webhook.id]]
            return try pages.render(page)
        case .invalidAddress: problem = Texts["webhooks.invalid-address"]
        case .forbiddenHost(let host): problem = Texts["webhooks.private-address", ["host": host]]
        case .unknownEvent(let event):
            eventsProblem = Texts["webhooks.unknown-event", ["event": event, "events": WebhookWords.postable]]
        }
        var page = try page(request)
        (page.address, page.events) = (address, events)
        (page.problem, page.eventsProblem) = (problem, eventsProblem)
        return try pages.render(page, status: .unprocessableContent)
    }

    /// Removes an address.
    @Sendable func remove(_ request: SignedInRequest) throws -> Response {
        guard let id = Int(asked: request.parameter("webhook")),
            try webhooks.remove(id, by: request.account.actor) != nil
        else { return try errors.notFound(request) }
        return request.redirect(to: Paths.webhooks, saying: NoticeCode.webhookRemoved)
    }

    /// Makes an event due for another post, even if it was delivered.
    @Sendable func redeliver(_ request: SignedInRequest) throws -> Response {
        guard let id = Int(asked: request.parameter("delivery")),
            try webhooks.redeliver(id, by: request.account.actor)
        else { return try errors.notFound(request) }
        return request.redirect(to: Paths.webhooks, saying: NoticeCode.webhookRedelivered)
    }

    private func page(_ request: SignedInRequest) throws -> WebhooksPage {
        let hooks = try webhooks.list()
        let deliveries = try ListPage(Self.pageSize) { try webhooks.deliveries(limit: $0) }
        let addresses = Dictionary(hooks.map { ($0.id, $0.address) }, uniquingKeysWith: { first, _ in first })
        return WebhooksPage(
            chrome: request.chrome(Texts["webhooks.title"], .accounts), hasHooks: !hooks.isEmpty,
            hooks: hooks.map {
                WebhooksPage.Hook(
                    number: $0.id, address: $0.address, events: $0.events.joined(separator: " "),
                    who: $0.author.name, when: request.clock.when($0.createdAt),
                    removeHref: "\(Paths.webhooks)/\($0.id)/removals")
            }, hasDeliveries: !deliveries.rows.isEmpty, deliveriesCut: deliveries.cutWords,
            deliveries: deliveries.rows.map { delivery in
                WebhooksPage.Delivery(
                    event: delivery.action, subject: delivery.subject,
                    address: addresses[delivery.webhook] ?? "\(delivery.webhook)",
                    state: Self.word(delivery.state), kind: Self.badge(delivery.state), attempts: delivery.attempts,
                    answer: delivery.fault ?? delivery.status.map(String.init) ?? "–",
                    repeatHref: addresses[delivery.webhook] == nil
                        ? nil : "\(Paths.webhooks)/deliveries/\(delivery.id)/repeats")
            })
    }

    private static func word(_ state: WebhookDelivery.State) -> String {
        switch state {
        case .waiting: Texts["webhooks.waiting"]
        case .delivered: Texts["webhooks.delivered"]
        case .failed: Texts["webhooks.failed"]
        }
    }

    private static func badge(_ state: WebhookDelivery.State) -> String {
        switch state {
        case .waiting: ""
        case .delivered: "ok"
        case .failed: "bad"
        }
    }
}

/// The page of the webhooks and their deliveries.
struct WebhooksPage: Page {
    static let template = "webhooks/index"
    var chrome: Chrome
    var hasHooks: Bool
    var hooks: [Hook]
    var hasDeliveries: Bool
    /// A sentence about the older deliveries that are not listed; nil if there are none.
    var deliveriesCut: String?
    var deliveries: [Delivery]
    var address = ""
    var events = "release. review. revision."
    /// The reason why the address was refused; nil if it was not.
    var problem: String?
    /// The reason why the event names were refused; nil if they were not.
    var eventsProblem: String?
    /// The secret of a new webhook, shown once.
    var secret: String?
    var secretLabel = ""

    /// A webhook: an address and the events that are posted to it.
    struct Hook: Sendable {
        var number: Int
        var address: String
        var events: String
        var who: String
        var when: TimeLabel
        var removeHref: String
    }

    /// A delivery of an event to an address.
    struct Delivery: Sendable {
        var event: String
        var subject: String
        /// The address of the webhook; its number if it was removed.
        var address: String
        var state: String
        /// The style of the state's badge: `ok`, `bad` or empty.
        var kind: String
        var attempts: Int
        /// The reason why the last attempt failed, or the status of its answer; “–” before the first attempt.
        var answer: String
        /// The address that posts the event again; nil if the webhook was removed.
        var repeatHref: String?
    }

    static let sample = WebhooksPage(
        chrome: .sample, hasHooks: true,
        hooks: [
            Hook(
                number: 1, address: "https://example.com/galley", events: "release.", who: "mira", when: .sample,
                removeHref: "/webhooks/1/removals")
        ], hasDeliveries: true, deliveriesCut: "Only the first 100 are listed.",
        deliveries: [
            Delivery(
                event: "release.made", subject: "release 4", address: "https://example.com/galley",
                state: "Delivered", kind: "ok", attempts: 1, answer: "200",
                repeatHref: "/webhooks/deliveries/1/repeats")
        ], address: "x", events: "release.", problem: "Enter an address.",
        eventsProblem: "No event begins with “x”.", secret: "00ff", secretLabel: "Secret")
}
