import HTTPTypes
import MicroHTTP
import Publishing

/// Switches a feature on again; its rules resume unchanged.
struct SwitchOnHandlers: Sendable {
    let stores: Stores
    let pages: PageRenderer
    let errors: ErrorPages
    let token: @Sendable () -> String

    /// Shows what resumes on all switched-off platforms, or on the one in `?platform=`.
    @Sendable func new(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        let wish = SwitchRequest(
            feature: feature.name, platform: request.value("platform").nonEmpty,
            expectedRelease: feature.liveRelease ?? 0, reason: request.value("reason"), idempotencyKey: token())
        return try show(request, wish, reasonProblem: nil)
    }

    /// Switches on if nothing was released in the meantime.
    @Sendable func create(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        let wish = SwitchRequest(
            feature: feature.name, platform: request.field("platform").nonEmpty,
            expectedRelease: Int(asked: request.field("expected")) ?? 0, reason: request.field("reason"),
            idempotencyKey: request.field("key").nonEmpty)
        guard !wish.reason.isEmpty else {
            return try show(request, wish, reasonProblem: Texts["common.enter-a-reason"])
        }
        switch try stores.releases.switchOn(wish, by: request.account.actor) {
        case .released(let release, _):
            return request.redirect(
                to: Paths.feature(wish.feature),
                saying: NoticeCode.switchedOn(release.number, try caching(of: wish.feature, request)))
        case .refused(let refusal): return try refuse(request, wish, refusal)
        case .keyReused(let use):
            return try errors.keyReused(
                request, use, feature: wish.feature, againHref: Paths.newSwitchOn(of: wish.feature))
        }
    }

    private func show(_ request: SignedInRequest, _ wish: SwitchRequest, reasonProblem: String?) throws -> Response {
        switch try stores.releases.planSwitchOn(wish, by: request.account.actor) {
        case .planned(let plan):
            var page = try page(request, wish, plan)
            page.reasonProblem = reasonProblem
            return try pages.render(page, status: reasonProblem == nil ? .ok : .unprocessableContent)
        case .refused(let refusal): return try refuse(request, wish, refusal)
        }
    }

    /// Returns the answer if nothing is switched on.
    private func refuse(
        _ request: SignedInRequest, _ wish: SwitchRequest, _ refusal: ReleaseRefusal
    ) throws -> Response {
        switch refusal {
        case .unchanged(_, let because):
            if try stores.features.summary(of: wish.feature)?.archive != nil {
                return try errors.refused(
                    request, heading: Texts["switch-ons.cannot-switch-on"], what: because, status: .conflict)
            }
            return request.redirect(to: Paths.feature(wish.feature), saying: NoticeCode.notSwitchedOff)
        case .stale(let staleness):
            return try StalePages(stores: stores, pages: pages).render(
                request, wish.feature, staleness,
                retryHref: Paths.newSwitchOn(of: wish.feature, platform: wish.platform, reason: wish.reason),
                retryLabel: Texts["switch-ons.switch-on-again"])
        case .rejected(let problems):
            return try errors.refused(
                request, heading: Texts["switch-ons.cannot-switch-on"],
                what: problems.map(\.message).joined(separator: " "))
        case .noSuchFeature, .noSuchRelease: return try errors.notFound(request)
        }
    }

    private func page(_ request: SignedInRequest, _ wish: SwitchRequest, _ plan: ReleasePlan) throws -> SwitchOnPage {
        let platforms = try stores.releases.platforms()
        let live = try stores.releases.live(of: wish.feature)
        let before = LiveTable(rules: live?.rules ?? [], switchedOff: live?.switchedOff ?? [])
        let item = plan.items.first { $0.feature == wish.feature }
        let after = LiveTable(rules: item?.rules ?? [], switchedOff: item?.switchedOff ?? [])
        let warnings = plan.warnings.filter { $0.code != ReleaseProblem.switchedOnAgain }
        let off = platforms.filter { before.switchedOff.contains($0.name) }
        var page = SwitchOnPage(
            chrome: request.chrome(Texts["switch-ons.title", ["feature": wish.feature]], .features),
            feature: wish.feature,
            featureHref: Paths.feature(wish.feature), href: Paths.switchOns(of: wish.feature),
            newHref: Paths.newSwitchOn(of: wish.feature), platform: wish.platform ?? "",
            expected: wish.expectedRelease ?? 0, key: wish.idempotencyKey ?? "",
            platforms: [
                Choice(
                    value: "", label: Texts["switch-ons.all-switched-off", ["platforms": Words.list(off.map(\.title))]],
                    isChosen: wish.platform == nil)
            ] + off.map { Choice(value: $0.name, label: $0.title, isChosen: $0.name == wish.platform) },
            map: VersionMap(
                after, feature: wish.feature, platforms: platforms,
                caption: Texts["common.new-revisions-by-platform-and-client"]),
            changes: Change.between(before, after, platforms: platforms),
            resumptions: plan.warnings.filter { $0.code == ReleaseProblem.switchedOnAgain }.map(\.message),
            hasWarnings: !warnings.isEmpty,
            problems: warnings.map { ProblemRow(warning: $0, feature: wish.feature) }, reason: wish.reason)
        page.caching = CacheWords.absence(try caching(of: wish.feature, request))
        return page
    }

    private func caching(of feature: String, _ request: SignedInRequest) throws -> CacheTime {
        try stores.cacheReach(of: [feature], at: request.clock.now)
    }
}
