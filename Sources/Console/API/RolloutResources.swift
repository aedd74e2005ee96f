import HTTPTypes
import JSONText
import MicroHTTP
import Publishing

/// Rollouts and rollout plans in the management API.
struct RolloutResources: Sendable {
    let stores: Stores
    let description: APIDescription

    /// `GET /api/v1/rollouts`: lists the rollouts of all features or of one, newest first.
    @Sendable func index(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let limit = try apiRequest.listLimit()
        let feature = try apiRequest.feature(in: stores.features)
        return try .answer(RolloutListAnswer(stores.rollouts.all(of: feature?.name, limit: limit)))
    }

    /// `POST /api/v1/rollouts`: starts a rollout, which publishes rules to a growing share of the clients in the steps
    /// of a plan.
    @Sendable func create(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let body = try apiRequest.body(as: "NewRollout", in: description)
        let publish = try ReleaseResources.publishRequest(body)
        let name = body["plan"]?.string ?? RolloutPlan.usual
        guard let plan = try stores.rollouts.plan(name) else {
            throw APIProblem(
                .unprocessableContent, "unknown-plan", title: Texts["api.release-refused"],
                detail: Texts["api.no-such-plan", ["plan": name]], parameter: "plan")
        }
        guard try !apiRequest.isDryRun else {
            return try ReleaseResources.answer(stores.rollouts.planStart(publish, plan: plan, by: apiRequest.actor))
        }
        let outcome = try stores.rollouts.start(publish, plan: plan, by: apiRequest.actor)
        guard case .released(let release, let warnings) = outcome,
            let rollout = try stores.rollouts.rollout(ofRelease: release.number)
        else { return try ReleaseResources.answer(outcome) }
        var response = try Response.answer(RolloutAnswer(rollout, warnings: warnings), status: .created)
        response.headers[.location] = "\(Routes.api)/rollouts/\(rollout.id)"
        return response
    }

    /// `GET /api/v1/rollouts/:rollout`: shows a rollout.
    @Sendable func show(_ request: Request, by account: Account) throws -> Response {
        let text = APIRequest(request, by: account).segment("rollout")
        guard let rollout = try Int(asked: text).flatMap({ try stores.rollouts.rollout($0) }) else {
            throw APIProblem.noRollout(text)
        }
        return try .answer(RolloutAnswer(rollout))
    }

    /// `POST /api/v1/rollouts/:rollout/pauses`: pauses a rollout, so that no further step is published until the
    /// rollout is continued or its next step is approved.
    @Sendable func pause(_ request: Request, by account: Account) throws -> Response {
        try change(request, by: account, stores.rollouts.pause)
    }

    /// `POST /api/v1/rollouts/:rollout/continuations`: continues a paused rollout.
    @Sendable func `continue`(_ request: Request, by account: Account) throws -> Response {
        try change(request, by: account, stores.rollouts.continue)
    }

    /// `POST /api/v1/rollouts/:rollout/approvals`: publishes the next step now. With `step`, only if `step` is still
    /// the rollout's current step.
    ///
    /// If a release after the current step changed the rules for the same clients, the next step is refused and the
    /// rollout fails. Changes by releases up to `expected`, the newest release that the program knows, are accepted. A
    /// request without `expected` to a failed rollout accepts all changes.
    @Sendable func approve(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let body = request.body.isEmpty ? nil : try apiRequest.body(as: "NewRolloutApproval", in: description)
        let (step, expected) = (body?["step"]?.integer, body?["expected"]?.integer)
        return try change(request, by: account) {
            try stores.rollouts.approve($0, seeing: step, expecting: expected, by: $1)
        }
    }

    /// `POST /api/v1/rollouts/:rollout/failures`: reports failures that a person or a program has seen. They count
    /// toward the threshold at which the rollout halts.
    @Sendable func report(_ request: Request, by account: Account) throws -> Response {
        let body = try APIRequest(request, by: account).body(as: "NewFailures", in: description)
        return try change(request, by: account) {
            try stores.rollouts.report(
                $0, failures: body["count"]?.integer ?? 1, note: body["note"]?.string ?? "", by: $1)
        }
    }

    /// `POST /api/v1/rollouts/:rollout/stops`: stops the rollout. Its clients get what they would get without its
    /// rules. With `expected`, the newest release that the program knows, the stop is refused if a later release
    /// changed the rules for these clients.
    @Sendable func stop(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let body = try apiRequest.body(as: "NewStop", in: description)
        let (reason, expected) = (body["reason"]?.string ?? "", body["expected"]?.integer)
        guard try !apiRequest.isDryRun else { return try planStop(apiRequest, reason: reason, expecting: expected) }
        return try change(request, by: account) {
            try stores.rollouts.stop($0, reason: reason, seen: expected, by: $1)
        }
    }

    /// Returns the answer to a dry run of a stop.
    private func planStop(_ apiRequest: APIRequest, reason: String, expecting expected: Int?) throws -> Response {
        let text = apiRequest.segment("rollout")
        guard let number = Int(asked: text) else { throw APIProblem.noRollout(text) }
        switch try stores.rollouts.planStop(number, reason: reason, seen: expected, by: apiRequest.actor) {
        case .planned(_, let outcome): return try ReleaseResources.answer(outcome)
        case .unchanged(let rollout): return try .answer(RolloutAnswer(rollout))
        case .noSuchRollout: throw APIProblem.noRollout(text)
        }
    }

    /// `GET /api/v1/rollout-plans`: lists the rollout plans by name.
    @Sendable func plans(_ request: Request, by account: Account) throws -> Response {
        try .answer(RolloutPlanListAnswer(stores.rollouts.plans()))
    }

    /// `PUT /api/v1/rollout-plans/:plan`: creates or replaces a plan.
    @Sendable func savePlan(_ request: Request, by account: Account) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let name = apiRequest.segment("plan")
        let body = try apiRequest.body(as: "NewPlan", in: description)
        // A percentage that is not a multiple of 0.1 becomes an impossible one, which `save` reports as a fault.
        let steps = (body["steps"]?.elements.map(\.self) ?? []).map { value in
            RolloutStep(
                percent: value["percent"]?.number?.double.flatMap { RolloutPercent("\($0)") }
                    ?? RolloutPercent(tenths: -1),
                bakeMinutes: value["bakeMinutes"]?.integer ?? 0, failures: value["failures"]?.integer,
                approval: value["approval"]?.boolean ?? false)
        }
        let faults = try stores.rollouts.save(name, steps, by: apiRequest.actor)
        guard faults.isEmpty, let plan = try stores.rollouts.plan(name) else {
            throw APIProblem(
                .unprocessableContent, "invalid-plan", title: Texts["api.body-refused"],
                detail: faults.joined(separator: " "))
        }
        return try .answer(RolloutPlanAnswer(plan))
    }

    private func change(
        _ request: Request, by account: Account, _ change: (Int, Actor) throws -> RolloutOutcome
    ) throws -> Response {
        let apiRequest = APIRequest(request, by: account)
        let text = apiRequest.segment("rollout")
        guard let number = Int(asked: text) else { throw APIProblem.noRollout(text) }
        switch try change(number, apiRequest.actor) {
        case .changed(let rollout, let warnings):
            return try .answer(RolloutAnswer(rollout, warnings: warnings.isEmpty ? nil : warnings))
        case .unchanged(let rollout): return try .answer(RolloutAnswer(rollout))
        case .refused(let refusal): return try ReleaseResources.answer(refusal)
        case .keyReused(let use): throw APIProblem.keyReused(use)
        case .noSuchRollout: throw APIProblem.noRollout(text)
        }
    }
}

extension APIProblem {
    static func noRollout(_ number: String) -> APIProblem {
        notFound("rollout-not-found", Texts["api.no-such-rollout", ["rollout": number]])
    }
}
