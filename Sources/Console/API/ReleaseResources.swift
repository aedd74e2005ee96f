import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import SchemaRepository

/// Releases in the management API. A request for a release is answered with 201 and the new release. With
/// `dry_run=true`, the answer is 200 and the plan, which says what the release would change. Other statuses are, for
/// example, 200 if nothing has to change, 404 if a feature or release does not exist, 409 if other changes were
/// released since the expected release, and 422 with every reason if the release is refused.
struct ReleaseResources: Sendable {
    let stores: Stores
    let description: APIDescription

    /// Returns the scope that a request for a release needs: `publish`, or `read` with `dry_run=true`.
    @Sendable static func scope(_ request: Request) throws -> TokenScope {
        try APIRequest.isDryRun(request) ? .read : .publish
    }

    /// `GET /api/v1/releases`: lists releases, newest first.
    @Sendable func index(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let before = try apiRequest.number("before", in: APILimits.numbers)
        let limit = try apiRequest.listLimit(orElse: APILimits.defaultReleases)
        guard let feature = try apiRequest.feature(in: stores.features) else {
            return try .answer(ReleaseListAnswer(stores.releases.all(before: before, limit: limit)))
        }
        return try .answer(
            ReleaseListAnswer(stores.releases.releases(of: feature.name, before: before, limit: limit)))
    }

    /// `GET /api/v1/releases/:number`: shows a release with the complete rule tables of its features.
    @Sendable func show(_ request: Request, by account: Account) throws -> Response {
        let text = APIRequest(request, by: account).segment("number")
        guard let release = try Int(asked: text).flatMap({ try stores.releases.release($0) }) else {
            throw APIProblem.noRelease(text)
        }
        return try .answer(ReleaseAnswer(release, warnings: nil))
    }

    /// `POST /api/v1/releases`: publishes rules of one or several features in one release.
    @Sendable func create(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let body = try apiRequest.body(as: "NewRelease", in: description)
        return try Self.answer(
            apiRequest, Self.publishRequest(body), plan: stores.releases.planPublish, make: stores.releases.publish)
    }

    /// Parses the rules to publish; throws a problem with the JSON Pointer of an invalid rule.
    static func publishRequest(_ body: JSONValue) throws -> PublishRequest {
        do {
            return try PublishRequest(body)
        } catch {
            var problem = APIProblem(
                .unprocessableContent, "invalid-body", title: Texts["api.body-refused"], detail: error.description)
            problem.diagnostics = [
                Diagnostic(
                    severity: .error, code: "release.rule", message: error.description, pointer: error.pointer)
            ]
            throw problem
        }
    }

    /// `POST /api/v1/rollbacks`: creates a release that restores what was live earlier: for one feature (`feature` and
    /// `to`), for the features of a release (`release`), or for all features (`since`).
    @Sendable func rollBack(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let body = try apiRequest.body(as: "NewRollback", in: description)
        let target = try Self.target(body)
        if case .release(let release) = target, let sentence = try stores.releases.release(release)?.reasonNotUndoable {
            throw APIProblem.refused([ReleaseProblem(code: "changes-no-rules", message: sentence)])
        }
        let rollback = RollbackRequest(
            target, expectedRelease: body["expected"]?.integer, reason: body["reason"]?.string ?? "")
        return try Self.answer(
            apiRequest, rollback, plan: stores.releases.planRollback, make: stores.releases.rollback)
    }

    /// Returns the target of a rollback; throws a problem unless the body names exactly one target completely. With
    /// `feature` alone, a missing `to` must not be read as 0, the state before the first release.
    private static func target(_ body: JSONValue) throws -> RollbackTarget {
        switch (body["feature"]?.string, body["to"]?.integer, body["release"]?.integer, body["since"]?.string) {
        case (let feature?, let release?, nil, nil): return .feature(feature, afterRelease: release)
        case (nil, nil, let release?, nil): return .release(release)
        case (nil, nil, nil, let since?): return .moment(try APIRequest.time(since, "since"))
        default:
            throw APIProblem(
                .unprocessableContent, "invalid-body", title: Texts["api.body-refused"],
                detail: Texts["api.rollback-target"])
        }
    }

    /// `POST /api/v1/removals`: removes the rules of a feature and a platform that begin at a client version; with
    /// `revision`, only the rule of this revision.
    @Sendable func remove(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let body = try apiRequest.body(as: "NewRemoval", in: description)
        let removal = RemovalRequest(
            feature: body["feature"]?.string ?? "", platform: body["platform"]?.string ?? "",
            from: try APIRequest.version(body["from"]?.string ?? "", "from"),
            revision: body["revision"]?.integer, expectedRelease: body["expected"]?.integer,
            reason: body["reason"]?.string ?? "")
        return try Self.answer(apiRequest, removal, plan: stores.releases.planRemoval, make: stores.releases.remove)
    }

    /// `POST /api/v1/switch-offs`: switches a feature off, on one platform or on all.
    @Sendable func switchOff(_ request: Request, by account: Account) throws -> Response {
        try toggle(request, by: account, plan: stores.releases.planSwitchOff, make: stores.releases.switchOff)
    }

    /// `POST /api/v1/switch-ons`: switches a feature on again, on one platform or on all.
    @Sendable func switchOn(_ request: Request, by account: Account) throws -> Response {
        try toggle(request, by: account, plan: stores.releases.planSwitchOn, make: stores.releases.switchOn)
    }

    /// Switches a feature off or on; `plan` and `make` are the store's functions for that direction.
    private func toggle(
        _ request: Request, by account: Account, plan: (SwitchRequest, Actor) throws -> PlanOutcome,
        make: (SwitchRequest, Actor) throws -> ReleaseOutcome
    ) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let body = try apiRequest.body(as: "NewSwitch", in: description)
        let switchRequest = SwitchRequest(
            feature: body["feature"]?.string ?? "", platform: body["platform"]?.string,
            expectedRelease: body["expected"]?.integer, reason: body["reason"]?.string ?? "")
        return try Self.answer(apiRequest, switchRequest, plan: plan, make: make)
    }

    /// Creates the release that a request asks for, or only plans it if the request is a dry run.
    private static func answer<ReleaseRequest>(
        _ apiRequest: APIRequest, _ request: ReleaseRequest, plan: (ReleaseRequest, Actor) throws -> PlanOutcome,
        make: (ReleaseRequest, Actor) throws -> ReleaseOutcome
    ) throws -> Response {
        try apiRequest.isDryRun ? answer(plan(request, apiRequest.actor)) : answer(make(request, apiRequest.actor))
    }

    /// Returns the answer to a request for a plan; throws the problem of a refusal.
    static func answer(_ outcome: PlanOutcome) throws -> Response {
        switch outcome {
        case .planned(let plan): return try .answer(ReleaseAnswer(plan))
        case .refused(let refusal): return try answer(refusal)
        }
    }

    /// Returns the answer to a request for a release; throws the problem of a refusal.
    static func answer(_ outcome: ReleaseOutcome) throws -> Response {
        switch outcome {
        case .released(let release, let warnings):
            var response = try Response.answer(ReleaseAnswer(release, warnings: warnings), status: .created)
            response.headers[.location] = "\(Routes.api)/releases/\(release.number)"
            return response
        case .refused(let refusal): return try answer(refusal)
        case .keyReused(let use): throw APIProblem.keyReused(use)
        }
    }

    /// Returns the answer if nothing had to change; throws the problem of any other refusal.
    static func answer(_ refusal: ReleaseRefusal) throws -> Response {
        switch refusal {
        case .unchanged(let since, let because):
            return try .answer(UnchangedAnswer(release: since, because: because))
        case .stale(let staleness):
            var problem = APIProblem(
                .conflict, "stale", title: Texts["releases.newer-release"],
                detail: Texts["api.stale", ["current": staleness.current, "expected": staleness.expected]])
            problem.expected = staleness.expected
            problem.current = staleness.current
            problem.releases = staleness.releases.map(ReleaseLineAnswer.init)
            throw problem
        case .rejected(let problems): throw APIProblem.refused(problems)
        case .noSuchFeature(let name): throw APIProblem.noFeature(name)
        case .noSuchRelease(let number): throw APIProblem.noRelease("\(number)")
        }
    }
}

extension APIProblem {
    /// The problem of a release that does not exist.
    static func noRelease(_ number: String) -> APIProblem {
        notFound("release-not-found", Texts["api.no-such-release", ["release": number]])
    }
}
