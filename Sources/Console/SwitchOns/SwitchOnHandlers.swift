import HTTPTypes
import MicroHTTP
import Publishing

/// Switches a feature on again; its rules resume unchanged.
struct SwitchOnHandlers: Sendable {
    let stores: Stores
    let pages: PageRenderer
    let errors: ErrorPages
    let token: @Sendable () -> String

    private var form: SwitchForm { SwitchForm(direction: .on, stores: stores, pages: pages, errors: errors) }

    /// Shows what resumes on all switched-off platforms, or on the one in `?platform=`.
    @Sendable func new(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        return try show(request, form.opened(request, feature, key: token()), reasonProblem: nil)
    }

    /// Switches the feature on if it was not released since the page was opened.
    @Sendable func create(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        let switchRequest = form.sent(request, feature)
        guard !switchRequest.reason.isEmpty else {
            return try show(request, switchRequest, reasonProblem: Texts["common.enter-a-reason"])
        }
        switch try stores.releases.switchOn(switchRequest, by: request.account.actor) {
        case .released(let release, _):
            return request.redirect(
                to: Paths.feature(switchRequest.feature),
                saying: NoticeCode.switchedOn(release.number, try form.caching(of: switchRequest.feature, request)))
        case .refused(let refusal): return try refuse(request, switchRequest, refusal)
        case .keyReused(let use): return try form.refuse(request, switchRequest, use)
        }
    }

    private func show(_ request: SignedInRequest, _ switchRequest: SwitchRequest, reasonProblem: String?) throws
        -> Response
    {
        switch try stores.releases.planSwitchOn(switchRequest, by: request.account.actor) {
        case .planned(let plan):
            var page = try page(request, switchRequest, plan)
            page.reasonProblem = reasonProblem
            return try pages.render(page, status: reasonProblem == nil ? .ok : .unprocessableContent)
        case .refused(let refusal): return try refuse(request, switchRequest, refusal)
        }
    }

    private func refuse(
        _ request: SignedInRequest, _ switchRequest: SwitchRequest, _ refusal: ReleaseRefusal
    ) throws -> Response {
        try form.refuse(request, switchRequest, refusal) { _ in NoticeCode.alreadySwitchedOn }
    }

    private func page(_ request: SignedInRequest, _ switchRequest: SwitchRequest, _ plan: ReleasePlan) throws
        -> SwitchOnPage
    {
        let planned = try PlannedRelease(plan, of: switchRequest.feature, in: stores, at: request.clock.now)
        let warnings = plan.warnings.filter { $0.code != ReleaseProblem.switchedOnAgain }
        let off = planned.platforms.filter { planned.before.switchedOff.contains($0.name) }
        var page = SwitchOnPage(
            chrome: request.chrome(Texts["switch-ons.title", ["feature": switchRequest.feature]], .features),
            feature: switchRequest.feature,
            featureHref: Paths.feature(switchRequest.feature), href: Paths.switchOns(of: switchRequest.feature),
            newHref: Paths.newSwitchOn(of: switchRequest.feature), platform: switchRequest.platform ?? "",
            expected: switchRequest.expectedRelease ?? 0, key: switchRequest.idempotencyKey ?? "",
            platforms: [
                Choice(
                    value: "", label: Texts["switch-ons.all-switched-off", ["platforms": Words.list(off.map(\.title))]],
                    isChosen: switchRequest.platform == nil)
            ] + off.map { Choice(value: $0.name, label: $0.title, isChosen: $0.name == switchRequest.platform) },
            map: planned.map(of: planned.after, caption: Texts["common.new-revisions-by-platform-and-client"]),
            changes: planned.changes,
            resumptions: plan.warnings.filter { $0.code == ReleaseProblem.switchedOnAgain }.map(\.message),
            hasWarnings: !warnings.isEmpty,
            problems: warnings.map { ProblemRow(warning: $0, feature: switchRequest.feature) },
            reason: switchRequest.reason)
        page.caching = CacheWords.absence(planned.caching)
        return page
    }
}
