import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing

/// Read nodes, fetch statistics, preview links and test devices in the management API.
struct OperationResources: Sendable {
    let stores: Stores
    let description: APIDescription

    /// `GET /api/v1/nodes`: lists the read nodes with the release that each serves.
    @Sendable func nodes(_ request: Request, by account: Account) throws -> Response {
        try .answer(NodeListAnswer(stores.nodes.all(), release: stores.releases.newest()))
    }

    /// `GET /api/v1/features/:feature/statistics`: counts the fetches of the last `days` days, today included, by
    /// platform, version and revision.
    @Sendable func statistics(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let name = apiRequest.segment("feature")
        guard try stores.features.feature(named: name) != nil else { throw APIProblem.noFeature(name) }
        let days = try apiRequest.number("days", in: APILimits.statisticsDays) ?? ReadStatisticStore.recentDays
        return try .answer(stores.statistics(of: name, days: days))
    }

    /// `GET /api/v1/links`: lists links to previews and tokens of test devices, newest first.
    @Sendable func links(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let links = try stores.links.list(
            of: apiRequest.feature(in: stores.features)?.name,
            before: apiRequest.number("before", in: APILimits.numbers),
            limit: apiRequest.listLimit())
        return try .answer(SharedLinkListAnswer(links))
    }

    /// `POST /api/v1/devices`: creates a token with which an app on a test device gets a revision or, without
    /// `revision`, the account's unsaved text. The token is valid for `minutes` minutes, by default 60.
    @Sendable func addDevice(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let body = try apiRequest.body(as: "NewDevice", in: description)
        let (name, revision) = (body["feature"]?.string ?? "", body["revision"]?.integer)
        let minutes = body["minutes"]?.integer ?? 60
        let allowed = APILimits.deviceTokenMinutes
        guard allowed.contains(minutes) else {
            throw APIProblem.invalidParameter(
                "minutes",
                Texts[
                    "api.number-expected",
                    ["name": "minutes", "least": allowed.lowerBound, "most": allowed.upperBound]])
        }
        let made = try stores.links.addDevice(
            for: name, revision: revision, until: Date(timeIntervalSinceNow: Double(minutes) * 60),
            by: apiRequest.actor)
        guard let made else {
            guard let revision, try stores.features.feature(named: name) != nil else {
                throw APIProblem.noFeature(name)
            }
            throw APIProblem.noRevision("\(revision)", of: name)
        }
        return try .secret(SharedLinkAnswer(made.link, token: made.token))
    }

    /// `POST /api/v1/links/:link/withdrawals`: withdraws a link or a token permanently.
    @Sendable func withdraw(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let text = apiRequest.segment("link")
        guard let id = Int(asked: text), let known = try stores.links.link(id) else {
            throw APIProblem.notFound("link-not-found", Texts["links.no-such-link", ["link": text]])
        }
        return try .answer(SharedLinkAnswer(stores.links.withdraw(id, by: apiRequest.actor) ?? known))
    }
}
