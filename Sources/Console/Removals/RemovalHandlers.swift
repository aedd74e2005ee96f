import HTTPTypes
import MicroHTTP
import Publishing
import SchemaRepository

/// Removes a rule: shows what clients get without it, asks for a reason, then removes it.
struct RemovalHandlers: Sendable {
    let stores: Stores
    let pages: PageRenderer
    let errors: ErrorPages
    let token: @Sendable () -> String

    /// Shows what clients get now, and what they would get without the rule.
    @Sendable func new(_ request: SignedInRequest) throws -> Response {
        try answer(request) { feature, removal in
            var removal = removal
            (removal.expectedRelease, removal.idempotencyKey) = (feature.liveRelease ?? 0, token())
            switch try stores.releases.planRemoval(removal, by: request.account.actor) {
            case .planned(let plan): return try pages.render(try page(request, removal, plan))
            case .refused(let refusal): return try refuse(request, removal, refusal)
            }
        }
    }

    /// Removes the rule if the rules from its first client version on have not changed since the page was opened.
    @Sendable func create(_ request: SignedInRequest) throws -> Response {
        try answer(request) { feature, removal in
            var removal = removal
            removal.expectedRelease = Int(asked: request.field("expected")) ?? 0
            removal.idempotencyKey = request.field("key").nonEmpty
            if let page = try incomplete(request, removal) {
                return try pages.render(page, status: .unprocessableContent)
            }
            switch try stores.releases.remove(removal, by: request.account.actor) {
            case .released(let release, _):
                let caching = try stores.cacheReach(of: [feature.name], at: request.clock.now)
                let wasServed = try stores.isServed(before: release.items)
                let code = wasServed ? NoticeCode.ruleRemoved : NoticeCode.unservedRuleRemoved
                return request.redirect(to: Paths.feature(feature.name), saying: code(release.number, caching))
            case .refused(let refusal): return try refuse(request, removal, refusal)
            case .keyReused(let use):
                return try errors.keyReused(request, use, feature: feature.name, againHref: Paths.newRemoval(removal))
            }
        }
    }

    /// Calls `handler` with the feature in the path and the removal in the fields. Returns a 404 page if there is no
    /// such feature or the fields name no rule.
    private func answer(
        _ request: SignedInRequest, _ handler: (Feature, RemovalRequest) throws -> Response
    ) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        guard let from = try? ClientVersion(request.value("from")), let revision = Int(asked: request.value("revision"))
        else {
            return try errors.notFound(
                request, what: Texts["removals.choose-a-rule", ["feature": feature.name]], link: .feature(feature.name))
        }
        return try handler(
            feature,
            RemovalRequest(
                feature: feature.name, platform: request.value("platform"), from: from, revision: revision,
                reason: request.value("reason")))
    }

    /// Returns the page that asks for a missing reason or the feature's name; nil if nothing is missing, or if the
    /// removal would be refused anyway.
    private func incomplete(_ request: SignedInRequest, _ removal: RemovalRequest) throws -> RemovalPage? {
        // If this form has removed the rule already, the plan is refused. The removal then finds its release by the
        // idempotency key.
        guard case .planned(let plan) = try stores.releases.planRemoval(removal, by: request.account.actor) else {
            return nil
        }
        var page = try page(request, removal, plan)
        page.confirmation = request.field("confirmation")
        if removal.reason.isEmpty { page.reasonProblem = Texts["common.enter-a-reason"] }
        if page.nameLabel != nil, page.confirmation != removal.feature {
            page.nameProblem = Texts["switch-offs.type-to-confirm", ["feature": removal.feature]]
        }
        return page.reasonProblem == nil && page.nameProblem == nil ? nil : page
    }

    /// Returns the page about a removal that was refused.
    private func refuse(
        _ request: SignedInRequest, _ removal: RemovalRequest, _ refusal: ReleaseRefusal
    ) throws -> Response {
        switch refusal {
        case .stale(let staleness):
            return try StalePages(stores: stores, pages: pages).render(
                request, removal.feature, staleness, retryHref: Paths.newRemoval(removal),
                retryLabel: Texts["removals.review-again"])
        case .rejected(let problems):
            return try errors.refused(
                request, heading: Texts["removals.cannot-remove"],
                what: problems.map(\.message).joined(separator: " "),
                links: [.feature(removal.feature)])
        case .unchanged, .noSuchFeature, .noSuchRelease: return try errors.notFound(request)
        }
    }

    private func page(_ request: SignedInRequest, _ removal: RemovalRequest, _ plan: ReleasePlan) throws -> RemovalPage
    {
        let planned = try PlannedRelease(plan, of: removal.feature, in: stores, at: request.clock.now)
        let title = planned.platforms.title(of: removal.platform)
        let sentences = RemovalPage.sentences(planned.before, planned.after, on: removal.platform, titled: title)
        var page = RemovalPage(
            chrome: request.chrome(Texts["removals.title", ["feature": removal.feature]], .features),
            feature: removal.feature, featureHref: Paths.feature(removal.feature),
            href: Paths.removals(of: removal.feature),
            platform: removal.platform, from: removal.from.text, revision: removal.revision ?? 0,
            expected: removal.expectedRelease ?? 0, key: removal.idempotencyKey ?? "",
            rule: Texts["removals.rule", ["platform": title, "from": removal.from, "revision": removal.revision ?? 0]],
            sentences: sentences, hasChanges: !sentences.isEmpty, changes: planned.changes,
            hasWarnings: !planned.warnings.isEmpty, problems: planned.warnings,
            map: planned.map(of: planned.after, caption: Texts["common.new-revisions-by-platform-and-client"]),
            reason: removal.reason, confirmLabel: Texts["removals.remove-as-release", ["release": plan.number]])
        page.rolloutNotices = try stores.rolloutNotices(about: stores.rollouts.current(of: removal.feature))
        page.reach = plan.reach.map(Words.reach)
        page.caching = planned.cacheWords
        if planned.after.answering.isEmpty {
            page.nameLabel = Texts["switch-offs.nothing-would-stay-live-type-to", ["feature": removal.feature]]
        } else if plan.reach?.isWide ?? false {
            page.nameLabel = Texts["releases.type-to-confirm", ["feature": removal.feature]]
        }
        return page
    }
}
