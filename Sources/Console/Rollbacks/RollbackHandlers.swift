import HTTPTypes
import MicroHTTP
import Publishing
import SchemaRepository

/// Rolls a feature back: shows the difference, asks for a reason, then rolls back.
struct RollbackHandlers: Sendable {
    /// The maximum number of releases to choose from; the address may name an older one in addition.
    private static let offeredReleases = 200

    let stores: Stores
    let sides: ComparisonSides
    let pages: PageRenderer
    let errors: ErrorPages
    let token: @Sendable () -> String

    /// Shows what clients get now, and what they would get after the rollback. `?to=` names the release; by default it
    /// is the newest one to which the feature can be rolled back or, if there is none, 0 for the state before the first
    /// release.
    @Sendable func new(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")),
            let live = feature.liveRelease
        else { return try errors.notFound(request) }
        let releases = try stores.releases.releases(of: feature.name, limit: Self.offeredReleases)
        let asked = request.value("to")
        if let refusal = try refusal(of: asked, request, feature, live: live) { return refusal }
        let restorable = Release.restorable(releases, live: live)
        let to = Int(asked: asked) ?? releases.first { restorable.contains($0.number) }?.number ?? 0
        return try show(
            request, feature, to: to, expected: live, key: token(), reason: request.value("reason"))
    }

    /// Rolls back if the feature was not released since the page was opened.
    @Sendable func create(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        if let refusal = try refusal(of: request.field("to"), request, feature, live: nil) { return refusal }
        guard let to = Int(asked: request.field("to")) else { return try errors.notFound(request) }
        let (expected, key) = (Int(asked: request.field("expected")) ?? 0, request.field("key"))
        let reason = request.field("reason")
        let rollback = RollbackRequest(
            feature: feature.name, toRelease: to, expectedRelease: expected, reason: reason,
            idempotencyKey: key.nonEmpty)
        switch try stores.releases.rollback(rollback, by: request.account.actor) {
        case .released(let release, _):
            let caching = try stores.cacheReach(of: [feature.name], at: request.clock.now)
            let wasServed = try stores.isServed(before: release.items)
            let code = wasServed ? NoticeCode.rolledBack : NoticeCode.unservedRolledBack
            return request.redirect(to: Paths.feature(feature.name), saying: code(release.number, to, caching))
        case .keyReused(let use):
            return try errors.keyReused(
                request, use, feature: feature.name, againHref: Paths.newRollback(of: feature.name, to: to))
        case .refused(let refusal): return try refuse(request, feature.name, refusal, to: to, reason: reason)
        }
    }

    private func show(
        _ request: SignedInRequest, _ feature: Feature, to: Int, expected: Int, key: String, reason: String
    ) throws -> Response {
        let rollback = RollbackRequest(
            feature: feature.name, toRelease: to, expectedRelease: expected, reason: reason)
        switch try stores.releases.planRollback(rollback, by: request.account.actor) {
        case .planned(let plan):
            var page = try page(request, feature, plan, to: to)
            (page.expected, page.key, page.reason) = (expected, key, reason)
            page.reach = plan.reach.map(Words.reach)
            return try pages.render(page)
        case .refused(let refusal): return try refuse(request, feature.name, refusal, to: to, reason: reason)
        }
    }

    /// Returns the page about a rollback that was refused.
    private func refuse(
        _ request: SignedInRequest, _ feature: String, _ refusal: ReleaseRefusal, to: Int, reason: String
    ) throws -> Response {
        switch refusal {
        case .stale(let staleness):
            return try StalePages(stores: stores, pages: pages).render(
                request, feature, staleness, retryHref: Paths.newRollback(of: feature, to: to, reason: reason),
                retryLabel: Texts["rollbacks.review-rollback-again"])
        case .rejected(let problems):
            return try errors.refused(
                request, heading: Texts["rollbacks.rollback-refused"],
                what: problems.map(\.message).joined(separator: " "))
        case .unchanged(_, let because):
            let live = try stores.releases.releases(of: feature, limit: 1).first
            return try errors.refused(
                request, heading: Texts["rollbacks.choose-another-release"],
                what: [because, live?.reasonNotUndoable].compactMap(\.self).joined(separator: " "),
                links: [
                    ErrorPage.Link(
                        href: Paths.newRollback(of: feature), label: Texts["rollbacks.choose-a-release"])
                ])
        case .noSuchFeature, .noSuchRelease: return try errors.notFound(request)
        }
    }

    private func page(
        _ request: SignedInRequest, _ feature: Feature, _ plan: ReleasePlan, to: Int
    ) throws -> RollbackPage {
        let planned = try PlannedRelease(plan, of: feature.name, in: stores, at: request.clock.now)
        let (before, after) = (planned.before, planned.after)
        let columns = before.breakpoints(and: after)
        func side(_ table: LiveTable, _ caption: String) -> RollbackPage.Side {
            RollbackPage.Side(map: planned.map(of: table, caption: caption, columns: columns))
        }
        var page = RollbackPage(
            chrome: request.chrome(Texts["rollbacks.title", ["feature": feature.name]], .features),
            feature: feature.name,
            featureHref: Paths.feature(feature.name), href: Paths.rollbacks(of: feature.name),
            newHref: Paths.newRollback(of: feature.name),
            to: to,
            choices: try choices(feature, to: to, platforms: planned.platforms),
            before: side(before, Texts["rollbacks.what-clients-of-each-version-get"]),
            after: side(after, Texts["rollbacks.what-clients-of-each-version-would"]),
            hasChanges: !planned.changes.isEmpty, changes: planned.changes, hasWarnings: !planned.warnings.isEmpty,
            problems: planned.warnings,
            confirmLabel: to == 0
                ? Texts["rollbacks.roll-back-all-releases"]
                : Texts["common.roll-back-to-release", ["release": to]])
        page.differences = try sides.differences(
            RevisionChange.between(before, after, platforms: planned.platforms), of: feature, request)
        page.hint =
            to == 0
            ? Texts["rollbacks.the-rollback-is-a-new-release", ["caching": planned.cacheWords]]
            : Texts["rollbacks.a-new-release-as-after", ["release": to, "caching": planned.cacheWords]]
        return page
    }

    /// Returns the page that explains why the feature cannot be rolled back to a release; nil if that is possible or no
    /// release is named. If `live` is given, the number of the live release, that release is refused too.
    private func refusal(
        of asked: String, _ request: SignedInRequest, _ feature: Feature, live: Int?
    ) throws -> Response? {
        guard !asked.isEmpty, asked != "0" else { return nil }
        let choose = ErrorPage.Link(
            href: Paths.newRollback(of: feature.name), label: Texts["rollbacks.choose-a-release"])
        guard let number = Int(asked: asked), let release = try stores.releases.release(number) else {
            return try errors.notFound(
                request, what: Texts["rollbacks.there-is-no-release", ["release": asked]], link: choose)
        }
        guard release.items.contains(where: { $0.feature == feature.name }) else {
            return try errors.refused(
                request, heading: Texts["rollbacks.choose-another-release"],
                what: Texts[
                    "rollbacks.release-did-not-change-choose-one", ["number": number, "feature": feature.name]],
                links: [choose])
        }
        guard number != live else {
            return try errors.refused(
                request, heading: Texts["rollbacks.choose-another-release"],
                what: Texts["rollbacks.clients-already-get-release-so-there", ["number": number]],
                links: [choose])
        }
        return nil
    }

    private func choices(_ feature: Feature, to: Int, platforms: [Platform]) throws -> [Choice] {
        var releases = try stores.releases.releases(of: feature.name, limit: Self.offeredReleases)
        if to > 0, !releases.contains(where: { $0.number == to }), let older = try stores.releases.release(to) {
            releases.append(older)
        }
        let restorable = Release.restorable(releases, live: feature.liveRelease).union([to])
        let earlier = zip(releases, releases.dropFirst().map { Optional($0) } + [nil]).filter {
            $0.0.number != feature.liveRelease && restorable.contains($0.0.number)
        }
        return earlier.map { release, previous in
            let words = release.words(after: previous.map { [$0] } ?? [], platforms: platforms)
            return Choice(
                value: "\(release.number)", label: "#\(release.number) · \(words)",
                isChosen: release.number == to)
        } + [Choice(value: "0", label: Texts["rollbacks.before-the-first-release-nothing-live"], isChosen: to == 0)]
    }
}
