import HTTPTypes
import MicroHTTP
import Publishing

/// Stops a rollout: shows what clients get after that, offers a field for the reason, then stops the rollout.
struct RolloutStopHandlers: Sendable {
    let stores: Stores
    let pages: PageRenderer
    let errors: ErrorPages

    /// Shows what clients would get if the rollout were stopped now.
    @Sendable func new(_ request: SignedInRequest) throws -> Response {
        guard let number = Int(asked: request.parameter("rollout")) else { return try errors.notFound(request) }
        return try show(request, number)
    }

    /// Stops the rollout if nothing has changed for its clients since the page was opened.
    @Sendable func create(_ request: SignedInRequest) throws -> Response {
        guard let number = Int(asked: request.parameter("rollout")) else { return try errors.notFound(request) }
        if let page = try incomplete(request, number) { return try pages.render(page, status: .unprocessableContent) }
        let outcome = try stores.rollouts.stop(
            number, reason: request.field("reason"), seen: Int(asked: request.field("expected")) ?? 0,
            by: request.account.actor)
        switch outcome {
        case .changed: return request.redirect(to: Paths.rollouts, saying: NoticeCode.rolloutChanged)
        case .unchanged: return request.redirect(to: Paths.rollouts, saying: NoticeCode.rolloutUnchanged)
        case .noSuchRollout: return try errors.notFound(request)
        case .refused(.stale): return try show(request, number, isStale: true)
        case .refused(let refusal): return try refuse(request, refusal)
        // The form sends no idempotency key.
        case .keyReused: return try errors.notFound(request)
        }
    }

    private func show(_ request: SignedInRequest, _ number: Int, isStale: Bool = false) throws -> Response {
        let expected = try stores.releases.newest()
        switch try stores.rollouts.planStop(number, by: request.account.actor) {
        case .noSuchRollout: return try errors.notFound(request)
        case .unchanged: return request.redirect(to: Paths.rollouts, saying: NoticeCode.rolloutUnchanged)
        case .planned(let rollout, let outcome):
            guard var page = try self.page(request, rollout, outcome) else {
                return try refuse(request, outcome.refusal)
            }
            (page.expected, page.isStale) = (expected, isStale)
            return try pages.render(page, status: isStale ? .conflict : .ok)
        }
    }

    /// Returns the page that asks for the feature's name; nil if the name was typed or need not be typed, or if the
    /// stop would be refused anyway.
    private func incomplete(_ request: SignedInRequest, _ number: Int) throws -> RolloutStopPage? {
        guard
            case .planned(let rollout, let outcome) = try stores.rollouts.planStop(number, by: request.account.actor),
            var page = try self.page(request, rollout, outcome), page.nameLabel != nil
        else { return nil }
        guard page.confirmation != page.name else { return nil }
        page.nameProblem = Texts["switch-offs.type-to-confirm", ["feature": page.name]]
        page.expected = Int(asked: request.field("expected")) ?? 0
        return page
    }

    /// Returns the page about a stop that was refused.
    private func refuse(_ request: SignedInRequest, _ refusal: ReleaseRefusal?) throws -> Response {
        let back = ErrorPage.Link(href: Paths.rollouts, label: Texts["rollouts.title"])
        guard case .rejected(let problems) = refusal else {
            return try errors.refused(
                request, heading: Texts["rollouts.refused"], what: Texts["rollouts.stale"], links: [back])
        }
        return try errors.refused(
            request, heading: Texts["rollouts.refused"], what: problems.map(\.message).joined(separator: " "),
            links: [back])
    }

    /// Returns the page about a planned stop; nil if it would be refused.
    private func page(
        _ request: SignedInRequest, _ rollout: Rollout, _ outcome: PlanOutcome
    ) throws -> RolloutStopPage? {
        var plan: ReleasePlan?
        switch outcome {
        case .planned(let planned): plan = planned
        // Stopping is possible without a release, if clients already get what they would get after it.
        case .refused(.unchanged): break
        case .refused: return nil
        }
        let platforms = try stores.releases.platforms()
        let row = RolloutRow(
            rollout, platforms: platforms, mayChange: false, mayReport: false, clock: request.clock,
            overtaken: try stores.rollouts.overtaken(among: [rollout])[rollout.id])
        let caching = try stores.cacheReach(of: rollout.features, at: request.clock.now)
        let isServed = try stores.isServed(before: plan?.items ?? [])
        let title = Texts["rollout-stops.title", ["number": rollout.id]]
        var page = RolloutStopPage(
            chrome: request.chrome(title, .releases), title: title, href: Paths.stops(ofRollout: rollout.id),
            rollout: [row.share, row.progress, row.state].joined(separator: " · "), rules: row.rules, parts: [],
            hasRelease: plan != nil, hasWarnings: false, problems: [], reason: request.field("reason"),
            confirmLabel: plan.map { Texts["rollout-stops.stop-as-release", ["release": $0.number]] }
                ?? Texts["rollout-stops.stop"],
            caching: CacheWords.replaced(caching, isServed: isServed))
        page.confirmation = request.field("confirmation")
        var nothingLive: [String] = []
        for feature in rollout.features {
            let before = try stores.liveTable(of: feature)
            let after = plan?.table(of: feature) ?? before
            page.parts.append(RolloutStopPage.Part(feature, before, after, platforms))
            if after.answering.isEmpty, !before.answering.isEmpty { nothingLive.append(feature) }
        }
        if let name = nothingLive.first {
            page.name = name
            page.nameLabel =
                nothingLive.count == 1
                ? Texts["switch-offs.nothing-would-stay-live-type-to", ["feature": name]]
                : Texts[
                    "rollout-stops.nothing-would-stay-live-of", ["features": Words.list(nothingLive), "feature": name]]
        }
        page.reach = plan.flatMap { plan in plan.reach.map { Words.reach($0, features: plan.items.count) } }
        page.problems = (plan?.warnings ?? []).map { ProblemRow(warning: $0, feature: $0.feature ?? "") }
        page.hasWarnings = !page.problems.isEmpty
        return page
    }
}

extension PlanOutcome {
    /// The refusal; nil if a release is planned.
    fileprivate var refusal: ReleaseRefusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }
}
