import HTTPTypes
import JSONText
import MicroHTTP
import Publishing

/// Webhooks in the management API. The token's account needs the permission to manage accounts.
struct WebhookResources: Sendable {
    let webhooks: WebhookStore
    let allowed: AllowedAddresses
    let description: APIDescription

    /// `GET /api/v1/webhooks`: lists the webhooks.
    @Sendable func index(_ request: Request, by account: Account) throws -> Response {
        try admit(account)
        return try .answer(WebhookListAnswer(webhooks.list()))
    }

    /// `POST /api/v1/webhooks`: adds a webhook, to whose address later events are posted.
    @Sendable func create(_ request: Request, by account: Account) throws -> Response {
        try admit(account)
        let apiRequest = APIRequest(request, by: account)
        let body = try apiRequest.body(as: "NewWebhook", in: description)
        let events = body["events"]?.elements.compactMap(\.string) ?? []
        switch try webhooks.add(
            body["address"]?.string ?? "", events: events, by: apiRequest.actor, unless: allowed.forbids(literal:))
        {
        case .added(let webhook, let secret):
            return try .secret(WebhookAnswer(webhook, secret: secret))
        case .invalidAddress:
            throw APIProblem(
                .unprocessableContent, "invalid-parameter", title: Texts["api.invalid-parameter"],
                detail: Texts["webhooks.invalid-address"], parameter: "address")
        case .forbiddenHost(let host):
            throw APIProblem(
                .unprocessableContent, "private-address", title: Texts["api.invalid-parameter"],
                detail: Texts["webhooks.private-address", ["host": host]], parameter: "address")
        case .unknownEvent(let event):
            throw APIProblem(
                .unprocessableContent, "invalid-parameter", title: Texts["api.invalid-parameter"],
                detail: Texts["webhooks.unknown-event", ["event": event, "events": WebhookWords.postable]],
                parameter: "events")
        }
    }

    /// `DELETE /api/v1/webhooks/:webhook`: removes a webhook.
    @Sendable func remove(_ request: Request, by account: Account) throws -> Response {
        try admit(account)
        let apiRequest = APIRequest(request, by: account)
        let text = apiRequest.segment("webhook")
        guard let webhook = try Int(asked: text).flatMap({ try webhooks.remove($0, by: apiRequest.actor) }) else {
            throw APIProblem.notFound("webhook-not-found", Texts["webhooks.no-such-webhook", ["webhook": text]])
        }
        return try .answer(WebhookAnswer(webhook))
    }

    /// `GET /api/v1/webhook-deliveries`: lists the deliveries of all webhooks or of one, newest first.
    @Sendable func deliveries(_ request: Request, by account: Account) throws -> Response {
        try admit(account)
        let apiRequest = APIRequest(request, by: account)
        return try .answer(
            WebhookDeliveryListAnswer(
                webhooks.deliveries(
                    of: apiRequest.number("webhook", in: APILimits.numbers), limit: apiRequest.listLimit())))
    }

    /// `POST /api/v1/webhook-deliveries/:delivery/repeats`: posts the event of a delivery again.
    @Sendable func redeliver(_ request: Request, by account: Account) throws -> Response {
        try admit(account)
        let apiRequest = APIRequest(request, by: account)
        let text = apiRequest.segment("delivery")
        guard let id = Int(asked: text), try webhooks.redeliver(id, by: apiRequest.actor) else {
            throw APIProblem.notFound("delivery-not-found", Texts["webhooks.no-such-delivery", ["delivery": text]])
        }
        return Response(status: .noContent)
    }

    private func admit(_ account: Account) throws {
        guard account.may(.manageAccounts) else {
            throw APIProblem(
                .forbidden, "forbidden", title: Texts["api.not-allowed"], detail: Texts["webhooks.needs-permission"])
        }
    }
}
