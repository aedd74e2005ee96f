import Foundation
import HTTPTypes
import MicroHTTP
import Publishing

/// Rolls back a whole release, or everything since a moment: shows the difference, then rolls back.
struct WideRollbackHandlers: Sendable {
    let stores: Stores
    let pages: PageRenderer
    let errors: ErrorPages
    let token: @Sendable () -> String

    /// Shows, for each feature, what clients get now and what they would get after the rollback. If the address names
    /// neither a release nor a moment, asks for the moment.
    @Sendable func new(_ request: SignedInRequest) throws -> Response {
        let fields = Fields(request)
        if fields.hasInvalidRelease { return try noSuchRelease(request) }
        guard let target = fields.target else {
            return try pages.render(page(request, fields, nil), status: fields.isEmpty ? .ok : .unprocessableContent)
        }
        if let refusal = try refusal(request, fields) { return refusal }
        let expected = try stores.releases.newest()
        return try show(request, fields, target, expected: expected, key: token())
    }

    /// Rolls back if no feature was released since the page was opened; otherwise shows the changes again.
    @Sendable func create(_ request: SignedInRequest) throws -> Response {
        let fields = Fields(request)
        if fields.hasInvalidRelease { return try noSuchRelease(request) }
        guard let target = fields.target else {
            return try pages.render(page(request, fields, nil), status: .unprocessableContent)
        }
        if let refusal = try refusal(request, fields) { return refusal }
        let rollback = RollbackRequest(
            target, expectedRelease: Int(asked: request.field("expected")) ?? 0, reason: fields.reason,
            idempotencyKey: request.field("key").nonEmpty)
        switch try stores.releases.rollback(rollback, by: request.account.actor) {
        case .released(let release, _): return try done(request, release)
        case .keyReused(let use):
            return try errors.keyReused(
                request, use, feature: nil, againHref: Paths.newWideRollback(ofRelease: fields.release))
        case .refused(.stale): return try show(request, fields, target, isStale: true)
        case .refused(let refusal): return try refuse(request, fields, refusal)
        }
    }

    /// Returns the page about a release that no rollback can undo; nil for other requests.
    private func refusal(_ request: SignedInRequest, _ fields: Fields) throws -> Response? {
        guard let sentence = try fields.release.flatMap({ try stores.releases.release($0) })?.reasonNotUndoable else {
            return nil
        }
        var page = try page(request, fields, nil)
        page.problem = sentence
        return try pages.render(page, status: .unprocessableContent)
    }

    private func done(_ request: SignedInRequest, _ release: Release) throws -> Response {
        let caching = try stores.cacheReach(of: release.items.map(\.feature), at: request.clock.now)
        let wasServed = try stores.isServed(before: release.items)
        let code = wasServed ? NoticeCode.rolledBackWidely : NoticeCode.unservedRolledBackWidely
        return request.redirect(to: Paths.releases, saying: code(release.number, caching))
    }

    private func show(
        _ request: SignedInRequest, _ fields: Fields, _ target: RollbackTarget, expected: Int? = nil,
        key: String? = nil,
        isStale: Bool = false
    ) throws -> Response {
        let rollback = RollbackRequest(target, reason: fields.reason)
        switch try stores.releases.planRollback(rollback, by: request.account.actor) {
        case .planned(let plan):
            var page = try page(request, fields, plan)
            page.expected = expected ?? plan.number - 1
            page.key = key ?? token()
            page.isStale = isStale
            return try pages.render(page, status: isStale ? .conflict : .ok)
        case .refused(let refusal): return try refuse(request, fields, refusal)
        }
    }

    private func refuse(_ request: SignedInRequest, _ fields: Fields, _ refusal: ReleaseRefusal) throws -> Response {
        var page = try page(request, fields, nil)
        switch refusal {
        case .unchanged(_, let because): page.problem = because
        case .rejected(let problems): page.problem = problems.map(\.message).joined(separator: " ")
        case .noSuchRelease(let number):
            return try noSuchRelease(request, what: Texts["rollbacks.there-is-no-release", ["release": number]])
        case .stale, .noSuchFeature: return try errors.notFound(request)
        }
        return try pages.render(page, status: .unprocessableContent)
    }

    private func noSuchRelease(_ request: SignedInRequest, what: String? = nil) throws -> Response {
        try errors.notFound(
            request, what: what,
            link: ErrorPage.Link(href: Paths.releases, label: Texts["rollbacks.choose-a-release"]))
    }

    private func page(
        _ request: SignedInRequest, _ fields: Fields, _ plan: ReleasePlan?
    ) throws -> WideRollbackPage {
        let platforms = try stores.releases.platforms()
        let items = plan?.items ?? []
        let features = try items.prefix(WideRollbackPage.limit).map { item in
            let changes = Change.between(
                try stores.liveTable(of: item.feature), LiveTable(item), platforms: platforms)
            return WideRollbackPage.Part(
                name: item.feature, href: Paths.feature(item.feature), hasChanges: !changes.isEmpty, changes: changes)
        }
        // Warnings about the whole rollback come first, because the page may not show all warnings about features.
        let all = plan?.warnings ?? []
        let warnings = all.filter { $0.feature == nil } + all.filter { $0.feature != nil }
        let others = items.dropFirst(WideRollbackPage.limit).map(\.feature)
        var title = Texts["rollbacks.since-title"]
        if let release = fields.release { title = Texts["rollbacks.release-title", ["release": release]] }
        var page = WideRollbackPage(
            chrome: request.chrome(title, .releases), title: title, href: Paths.wideRollbacks,
            newHref: Paths.newWideRollback(), release: fields.release.map(String.init) ?? "", since: fields.since,
            sinceField: FormTime.field(fields.since),
            asksForTime: fields.release == nil,
            now: TimeLabel(request.clock.now, now: request.clock.now).exact, isConfirmable: plan != nil,
            features: features,
            others: others.isEmpty ? nil : Texts["rollbacks.more-features", ["count": others.count]],
            otherNames: others.joined(separator: ", "), hasWarnings: !warnings.isEmpty,
            problems: warnings.prefix(WideRollbackPage.limit).map {
                ProblemRow(warning: $0, feature: $0.feature ?? "")
            },
            moreWarnings: warnings.count > WideRollbackPage.limit
                ? Texts["common.more-not-listed", ["count": warnings.count - WideRollbackPage.limit]] : nil,
            reason: fields.reason,
            problem: fields.problem,
            confirmLabel: plan.map { Texts["rollbacks.roll-back-as-release", ["release": $0.number]] } ?? "")
        if plan != nil {
            let caching = CacheWords.replaced(
                try stores.cacheReach(of: items.map(\.feature), at: request.clock.now),
                isServed: try stores.isServed(before: items))
            page.hint =
                fields.release.map { Texts["rollbacks.a-new-release-as-before", ["release": $0, "caching": caching]] }
                ?? Texts["rollbacks.a-new-release-as-then", ["caching": caching]]
        }
        return page
    }

    /// The fields of the form, valid or not.
    private struct Fields {
        let release: Int?
        /// True if the text in place of the release's number is not a number, or too large for one.
        let hasInvalidRelease: Bool
        let since: String
        let reason: String
        let isEmpty: Bool

        init(_ request: SignedInRequest) {
            let number = request.value("release")
            release = Int(asked: number)
            hasInvalidRelease = release == nil && !number.isEmpty
            since = request.value("since")
            reason = request.value("reason")
            isEmpty = (number + since).isEmpty
        }

        var target: RollbackTarget? { release.map { .release($0) } ?? FormTime.date(since).map { .moment($0) } }
        var problem: String? { isEmpty || target != nil ? nil : Texts["schedules.enter-a-time"] }
    }
}
