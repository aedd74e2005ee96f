import HTTPTypes
import MicroHTTP
import Publishing

/// Switches a feature off. If nothing of the feature is live after that, its name must be typed.
struct SwitchOffHandlers: Sendable {
    let stores: Stores
    let pages: PageRenderer
    let errors: ErrorPages
    let token: @Sendable () -> String

    private var form: SwitchForm { SwitchForm(direction: .off, stores: stores, pages: pages, errors: errors) }

    /// Shows the form that switches a feature off, and what clients get now. Redirects to the feature if it is switched
    /// off on all platforms.
    @Sendable func new(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        guard try !isArchived(feature) else { return try archived(request, feature) }
        let all = SwitchRequest(feature: feature.name, reason: "")
        let outcome = try stores.releases.planSwitchOff(all, by: request.account.actor)
        if case .refused(.unchanged(let since, _)) = outcome {
            return request.redirect(to: Paths.feature(feature.name), saying: NoticeCode.alreadySwitchedOff(since))
        }
        return try pages.render(page(request, form.opened(request, feature, key: token())))
    }

    private func isArchived(_ feature: Feature) throws -> Bool {
        try stores.features.summary(of: feature.name)?.archive != nil
    }

    /// Reports that switching an archived feature off changes nothing.
    private func archived(_ request: SignedInRequest, _ feature: Feature) throws -> Response {
        try errors.refused(
            request, heading: Texts["switch-offs.cannot-switch-off"],
            what: Texts["switch-offs.archived", ["feature": feature.name]], status: .conflict,
            links: [.feature(feature.name)])
    }

    /// Switches the feature off if it was not released since the page was opened.
    @Sendable func create(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        guard try !isArchived(feature) else { return try archived(request, feature) }
        let switchRequest = form.sent(request, feature)
        let platform = switchRequest.platform ?? ""
        var page = try page(request, switchRequest)
        page.confirmation = request.field("confirmation")
        if switchRequest.reason.isEmpty { page.reasonProblem = Texts["common.enter-a-reason"] }
        if try isOn(feature.name, platform), try !remainsLive(feature.name, without: platform),
            page.confirmation != feature.name
        {
            page.confirmationProblem = Texts["switch-offs.nothing-would-stay-live-type-to", ["feature": feature.name]]
        }
        guard page.reasonProblem == nil, page.confirmationProblem == nil else {
            return try pages.render(page, status: .unprocessableContent)
        }
        switch try stores.releases.switchOff(switchRequest, by: request.account.actor) {
        case .released(let release, _):
            let wasPublished = release.items.first?.previousRelease != nil
            let caching = try caching(of: feature.name, wasPublished: wasPublished, request)
            let isServed = try stores.liveTable(before: release).map { Self.isServed(by: $0, on: platform) } ?? true
            let code = isServed ? NoticeCode.switchedOff : NoticeCode.unservedSwitchedOff
            return request.redirect(to: Paths.feature(feature.name), saying: code(release.number, caching))
        case .refused(let refusal):
            return try form.refuse(request, switchRequest, refusal, notice: NoticeCode.alreadySwitchedOff)
        case .keyReused(let use): return try form.refuse(request, switchRequest, use)
        }
    }

    private func page(_ request: SignedInRequest, _ switchRequest: SwitchRequest) throws -> SwitchOffPage {
        let platforms = try stores.releases.platforms()
        let warnings = try warnings(of: switchRequest.feature, platforms)
        let live = try stores.releases.live(of: switchRequest.feature)
        let last = try platforms.filter { try !remainsLive(switchRequest.feature, without: $0.name) }.map(\.title)
        var page = SwitchOffPage(
            chrome: request.chrome(Texts["switch-offs.title", ["feature": switchRequest.feature]], .features),
            feature: switchRequest.feature,
            featureHref: Paths.feature(switchRequest.feature), href: Paths.switchOffs(of: switchRequest.feature),
            expected: switchRequest.expectedRelease ?? 0, key: switchRequest.idempotencyKey ?? "",
            map: VersionMap(
                LiveTable(live), feature: switchRequest.feature, platforms: platforms,
                caption: Texts["common.current-revisions-by-platform-and-client"]),
            hasWarnings: !warnings.isEmpty, problems: warnings,
            platforms: [
                Choice(value: "", label: Texts["common.all-platforms"], isChosen: switchRequest.platform == nil)
            ]
                + platforms.map { Choice(value: $0.name, label: $0.title, isChosen: $0.name == switchRequest.platform) },
            reason: switchRequest.reason, confirmation: "",
            confirmationHint: last.isEmpty
                ? Texts["switch-offs.confirm-all"]
                : Texts["switch-offs.confirm-last", ["platforms": Words.list(last)]])
        let caching = try caching(of: switchRequest.feature, wasPublished: live != nil, request)
        page.caching = CacheWords.replaced(caching, isServed: Self.isServed(by: LiveTable(live), on: ""))
        return page
    }

    /// Returns the longest times for which caches may serve responses from before the switch-off.
    private func caching(of feature: String, wasPublished: Bool, _ request: SignedInRequest) throws -> CacheTime {
        // Nodes know the cache times of a feature only once it was published. Until then, their 404 responses have the
        // default times.
        guard wasPublished else { return .usual }
        return try form.caching(of: feature, request)
    }

    /// Returns true if clients of a platform (or, with an empty name, of any platform) get an edition; false if all of
    /// them get 404 or 410, which caches keep for other times.
    private static func isServed(by table: LiveTable, on platform: String) -> Bool {
        table.answering.contains { platform.isEmpty || $0.platform == platform }
    }

    /// Returns the warnings of a switch-off on all platforms. Those that are not true for every single platform that is
    /// still switched on say for which platforms they are true.
    private func warnings(of feature: String, _ platforms: [Platform]) throws -> [ProblemRow] {
        guard let all = try plannedWarnings(of: feature, on: nil), !all.isEmpty else { return [] }
        var choices: [(title: String, messages: Set<String>)] = []
        for platform in platforms {
            guard let own = try plannedWarnings(of: feature, on: platform.name) else { continue }
            choices.append((platform.title, Set(own.map(\.message))))
        }
        return all.map { warning in
            var row = ProblemRow(warning: warning, feature: feature)
            let titles = choices.filter { $0.messages.contains(warning.message) }.map(\.title)
            if titles.count < choices.count {
                row.condition =
                    titles.isEmpty
                    ? Texts["switch-offs.warning-on-all"]
                    : Texts["switch-offs.warning-on", ["platforms": Words.alternatives(titles)]]
            }
            return row
        }
    }

    /// Returns the warnings of a switch-off on a platform (or, if nil, on all platforms); nil if it would change
    /// nothing or be refused.
    private func plannedWarnings(of feature: String, on platform: String?) throws -> [ReleaseProblem]? {
        let switchRequest = SwitchRequest(feature: feature, platform: platform, reason: "")
        let outcome = try stores.releases.planSwitchOff(switchRequest, by: .operator)
        return if case .planned(let plan) = outcome { plan.warnings } else { nil }
    }

    /// Returns true if a platform (or, with an empty name, any platform) is still switched on.
    private func isOn(_ feature: String, _ platform: String) throws -> Bool {
        let off = try stores.releases.live(of: feature)?.switchedOff ?? []
        return platform.isEmpty
            ? try stores.releases.platforms().contains { !off.contains($0.name) } : !off.contains(platform)
    }

    /// Returns true if any rule still applies after a platform (or, with an empty name, every platform) is switched
    /// off.
    private func remainsLive(_ feature: String, without platform: String) throws -> Bool {
        guard !platform.isEmpty, let live = try stores.releases.live(of: feature) else { return false }
        return live.answering.contains { $0.platform != platform }
    }
}
