import HTTPTypes
import JSONText
import MicroHTTP
import Preview
import Publishing
import SchemaRepository

/// Publishes revisions, and lists all releases.
struct ReleaseHandlers: Sendable {
    /// The maximum number of releases on a page of the list.
    private static let pageSize = 30
    /// The maximum number of revisions to choose from; the address may name an older one in addition.
    private static let offeredRevisions = 100

    let stores: Stores
    let catalogue: Catalogue
    let sides: ComparisonSides
    let pages: PageRenderer
    let errors: ErrorPages
    let token: @Sendable () -> String

    /// Shows all releases, newest first.
    @Sendable func index(_ request: SignedInRequest) throws -> Response {
        let before = request.request.query["before"].flatMap { Int(asked: $0) }
        let releases = try ListPage(Self.pageSize) { try stores.releases.all(before: before, limit: $0) }
        let previous = Dictionary(
            try stores.releases.releases(numbered: Array(Set(releases.rows.flatMap(\.releasesToCompare))))
                .map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
        let newest = try stores.releases.newest()
        let platforms = try stores.releases.platforms()
        return try pages.render(
            ReleaseIndexPage(
                chrome: request.chrome(Texts["common.releases"], .releases), hasReleases: !releases.rows.isEmpty,
                releases: releases.rows.map {
                    ReleaseRow(
                        $0, previous: $0.releasesToCompare.compactMap { previous[$0] }, platforms: platforms,
                        isCurrent: $0.number == newest, links: true, clock: request.clock,
                        undoes: request.account.may(.publish) && $0.isUndoable)
                },
                olderHref: releases.end.map { Paths.releases + "?before=\($0.number)" },
                rollbackHref: request.account.may(.publish) ? Paths.newWideRollback() : nil,
                failed: try stores.schedules.countFailed().map { Texts["schedules.failed-count", ["count": $0]] },
                rolloutNotices: try stores.rolloutNotices(
                    about: stores.rollouts.current().filter(\.state.needsPerson))))
    }

    /// Shows the form that publishes the newest valid revision, or the one in `?revision=`. If the address contains
    /// client versions, shows the changes too.
    @Sendable func new(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        let platforms = try stores.releases.platforms()
        var form = PublishForm(request, platforms: platforms)
        (form.expected, form.key, form.isConfirmed) = (feature.liveRelease ?? 0, token(), false)
        let asked = request.value("revision")
        let revision = try form.revision.flatMap { try stores.revisions.revision(of: feature.name, number: $0) }
        guard asked.isEmpty || revision != nil else {
            return try errors.notFound(
                request,
                what: Texts["releases.there-is-no-revision-of-choose", ["revision": asked, "feature": feature.name]],
                link: ErrorPage.Link(
                    href: Paths.newRelease(of: feature.name), label: Texts["releases.publish-the-newest-revision"]))
        }
        let isTyped =
            request.request.query["from"] != nil
            || platforms.contains {
                request.request.query["from-\($0.name)"] != nil
            }
        if isTyped { return try review(request, feature, form) }
        // For the first publish, the form suggests the first platform and the lowest version that supports the
        // revision; for a later one, the live ranges if each platform has only one rule, for everybody.
        let live = try stores.liveTable(of: feature.name)
        if form.platforms.isEmpty {
            if feature.liveRelease == nil {
                form.platforms = platforms.prefix(1).map(\.name)
            } else {
                form.replace(live.answering)
            }
        }
        let isRead = try stores.readStatistics.counts(of: feature.name).contains { $0.revision > 0 }
        if isRead, !live.rules.isEmpty { form.plan = RolloutPlan.usual }
        var page = try page(request, feature, form, replacing: live)
        if let revision, !revision.isValid {
            page.refuse(Texts["releases.revision-is-not-valid-and-cannot", ["revision": revision.number]], [])
        }
        return try pages.render(page)
    }

    /// Publishes or schedules what the form asks for, or starts its rollout, if the person has reviewed the changes and
    /// the rules for the same clients have not changed since then. A request that was not reviewed is shown with its
    /// changes first.
    @Sendable func create(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        let form = PublishForm(request, platforms: try stores.releases.platforms())
        // The address of the page with the changes can be shared and reloaded.
        if !form.isConfirmed, form.request(feature: feature.name) != nil {
            return .seeOther(Paths.newRelease(of: feature.name, form))
        }
        return try review(request, feature, form)
    }

    /// Publishes or schedules a confirmed request, or starts its rollout, and redirects. Otherwise shows the page with
    /// the changes or with the reasons for a refusal, or the page about a conflict.
    private func review(_ request: SignedInRequest, _ feature: Feature, _ form: PublishForm) throws -> Response {
        let minimums = try minimums(of: form.revision, feature, stores.releases.platforms())
        let live = try stores.liveTable(of: feature.name)
        var form = form
        form.follow(minimums, replacing: live.answering, fillingEmpty: false)
        var page = try page(request, feature, form, replacing: live, minimums)
        guard let publish = form.request(feature: feature.name) else {
            page.markFaults(of: form)
            return try pages.render(page, status: .unprocessableContent)
        }
        page.reviewHref = form.revision.map { Paths.review(of: feature.name, $0) }
        page.breaksGlass = form.breakGlass
        guard !form.breakGlass || request.account.may(.breakGlass) else {
            return try errors.forbidden(.breakGlass, request)
        }
        page.offersBreakGlass = form.breakGlass
        page.confirmation = request.field("confirmation")
        if let refusal = try refusal(of: form) {
            page.refuse(refusal, [])
            return try pages.render(page, status: .unprocessableContent)
        }
        page.needsReason = try needsReason(publish, form, feature)
        let lacksReason = form.isConfirmed && page.needsReason && form.reason.isEmpty
        let rollout = try form.publishTime == nil ? stores.rollouts.plan(form.plan) : nil
        page.steps = rollout?.steps.map(RolloutRow.words) ?? []
        let mayAskName =
            try form.isConfirmed && (mightTakeDocumentsAway(publish, form) || mightBeWide(feature.name, form))
        if lacksReason || mayAskName && page.confirmation != feature.name {
            // The page asks for the reason and the feature's name together, and nothing is published without them.
            if case .planned(let plan) = try self.plan(publish, form, rollout, by: request.account.actor) {
                try confirm(&page, plan, of: publish, form, feature, request)
                page.reasonProblem = lacksReason ? Texts["rollouts.needs-reason"] : nil
                if page.needsName, page.confirmation != feature.name {
                    page.nameProblem = page.nameLabel
                }
                if page.reasonProblem != nil || page.nameProblem != nil {
                    page.answerHasFocus = false
                    page.nameHasFocus = page.reasonProblem == nil
                    return try pages.render(page, status: .unprocessableContent)
                }
            }
        }
        guard form.isConfirmed, !lacksReason else {
            switch try plan(publish, form, rollout, by: request.account.actor) {
            case .planned(let plan):
                try confirm(&page, plan, of: publish, form, feature, request)
                return try pages.render(page)
            case .refused(let refusal): return try refuse(page, refusal, form, feature, request)
            }
        }
        return try make(publish, form, rollout, page, feature, request)
    }

    /// Publishes at once, at the chosen time or as the first step of a rollout, and redirects; shows the reasons if the
    /// request is refused.
    private func make(
        _ publish: PublishRequest, _ form: PublishForm, _ rollout: RolloutPlan?, _ page: PublishPage,
        _ feature: Feature, _ request: SignedInRequest
    ) throws -> Response {
        let outcome: ReleaseOutcome
        if let time = form.publishTime {
            switch try stores.schedules.add(publish, at: time, by: request.account.actor) {
            case .scheduled(let schedule, _, _):
                return request.redirect(to: Paths.schedules, saying: NoticeCode.scheduled(schedule.id))
            case .keyReused(let use): outcome = .keyReused(use)
            case .refused(let refusal): outcome = .refused(refusal)
            case .released: return try errors.notFound(request)
            }
        } else if let rollout {
            outcome = try stores.rollouts.start(publish, plan: rollout, by: request.account.actor)
        } else {
            outcome = try stores.releases.publish(publish, by: request.account.actor)
        }
        switch outcome {
        case .released(let release, _) where !form.plan.isEmpty:
            return request.redirect(to: Paths.rollouts, saying: NoticeCode.rolloutStarted(release.number))
        case .released(let release, _):
            let wasPublished = release.items.first?.previousRelease != nil
            let caching = try caching(of: feature.name, wasPublished: wasPublished, request)
            let code = try wasServed(before: release, form) ? NoticeCode.released : NoticeCode.firstReleased
            return request.redirect(to: Paths.feature(feature.name), saying: code(release.number, caching))
        case .keyReused(let use):
            return try errors.keyReused(
                request, use, feature: feature.name,
                againHref: Paths.newRelease(of: feature.name, revision: form.revision))
        case .refused(let refusal): return try refuse(page, refusal, form, feature, request)
        }
    }

    /// Returns the longest times for which caches may serve responses from before a release.
    private func caching(of feature: String, wasPublished: Bool, _ request: SignedInRequest) throws -> CacheTime {
        // Nodes know the cache times of a feature only once it was published. Until then, their 404 responses have the
        // default times.
        guard wasPublished else { return .usual }
        return try stores.cacheReach(of: [feature], at: request.clock.now)
    }

    /// Returns true if some clients of the published platforms got an edition before a release, or if that is unknown;
    /// false if all of them got 404 or 410. Caches keep these answers for other times than editions.
    private func wasServed(before release: Release, _ form: PublishForm) throws -> Bool {
        try stores.liveTable(before: release).map(form.isServed) ?? true
    }

    /// Plans the release that the form asks for: at once, at the chosen time, or as the first step of a rollout.
    private func plan(
        _ publish: PublishRequest, _ form: PublishForm, _ rollout: RolloutPlan?, by actor: Actor
    ) throws -> PlanOutcome {
        if let time = form.publishTime { return try stores.schedules.plan(publish, at: time, by: actor) }
        if let rollout { return try stores.rollouts.planStart(publish, plan: rollout, by: actor) }
        return try stores.releases.planPublish(publish, by: actor)
    }

    /// Shows the reasons why nothing is published: on the page, or as a conflict.
    private func refuse(
        _ given: PublishPage, _ refusal: ReleaseRefusal, _ form: PublishForm, _ feature: Feature,
        _ request: SignedInRequest
    ) throws -> Response {
        switch refusal {
        case .stale(let staleness):
            return try StalePages(stores: stores, pages: pages).render(
                request, feature.name, staleness, retryHref: Paths.newRelease(of: feature.name, form),
                retryLabel: Texts["releases.review-changes-again"])
        case .rejected(let problems):
            var page = given
            if problems.contains(where: { $0.code == ReleaseProblem.notApproved }) {
                page.offersBreakGlass = request.account.may(.breakGlass)
                page.needsApproval = true
            }
            let others = page.markTimes(problems, of: form)
            page.refuse(
                others.isEmpty
                    ? Texts["schedules.other-times"]
                    : Texts["releases.revision-cannot-be-published-for-these", ["revision": form.revision ?? 0]],
                others.map { ProblemRow($0, feature: feature.name, revision: form.revision) })
            if others.isEmpty { page.focusFault() }
            return try pages.render(page, status: .unprocessableContent)
        case .unchanged, .noSuchFeature, .noSuchRelease: return try errors.notFound(request)
        }
    }

    /// Fills the page with the changes of a plan and the button that publishes them.
    private func confirm(
        _ page: inout PublishPage, _ plan: ReleasePlan, of publish: PublishRequest, _ form: PublishForm,
        _ feature: Feature, _ request: SignedInRequest
    ) throws {
        let platforms = try stores.releases.platforms()
        let before = try plan.moments.first.map { LiveTable($0.item) } ?? stores.liveTable(of: feature.name)
        var after = plan.table(of: feature.name)
        if let moment = plan.moments.first {
            page.remarks = moment.remarks
            page.caching = caching(form, replacing: before, try cacheTime(of: feature, request))
        }
        try page.confirm(plan, before: before, after: after, platforms: platforms)
        if let time = form.publishTime {
            page.confirmLabel = Texts["schedules.schedule", ["time": TimeLabel(time, now: request.clock.now).exact]]
            page.isScheduled = true
        }
        page.ending = form.endTime.map {
            Texts["schedules.ends", ["time": TimeLabel($0, now: request.clock.now).exact]]
        }
        if !form.plan.isEmpty { page.confirmLabel = Texts["rollouts.start", ["release": plan.number]] }
        if plan.warnings.contains(where: { $0.code == ReleaseProblem.othersLose }) {
            page.nameLabel = Texts["releases.clients-lose-type-to-confirm", ["feature": feature.name]]
        } else if plan.reach?.isWide ?? false, form.plan.isEmpty {
            page.nameLabel = Texts["releases.type-to-confirm", ["feature": feature.name]]
        }
        page.needsName = page.nameLabel != nil
        // Of a rollout, the page shows the differences after the last step, because the first step gives the revision
        // to few clients, if any.
        if !form.plan.isEmpty { after = before.publishing(publish.rules) }
        let replaced = RevisionChange.between(before, after, platforms: platforms)
        page.differences = try sides.differences(replaced, of: feature, request)
    }

    /// Returns true if publishing might take a document away from some clients. A rule for everybody without an upper
    /// bound of the versions cannot do that, because it applies to all clients of the rules that it replaces.
    private func mightTakeDocumentsAway(_ request: PublishRequest, _ form: PublishForm) -> Bool {
        !form.plan.isEmpty || request.rules.contains { $0.until != nil }
    }

    /// Returns true if a release of the feature might change the answers to more than half of all recent fetches at
    /// once. The rules are not examined: a release changes at most the answers to all fetches of its feature.
    private func mightBeWide(_ feature: String, _ form: PublishForm) throws -> Bool {
        guard form.plan.isEmpty else { return false }
        let own = try stores.readStatistics.counts(of: feature).filter { $0.revision > 0 }.map(\.fetches)
        return own.reduce(0, +) * 2 > (try stores.readStatistics.total())
    }

    /// Creates the page; `live` is what clients get now, `known` the minimum versions of the chosen revision, if they
    /// were determined before.
    private func page(
        _ request: SignedInRequest, _ feature: Feature, _ form: PublishForm, replacing live: LiveTable,
        _ known: [MinimumVersion]? = nil
    ) throws -> PublishPage {
        let newest = try ListPage(Self.offeredRevisions) {
            try stores.revisions.revisions(of: feature.name, limit: $0)
        }
        var revisions = newest.rows
        let chosen = form.revision ?? revisions.first { $0.isValid }?.number
        if let chosen, !revisions.contains(where: { $0.number == chosen }),
            let older = try stores.revisions.revision(of: feature.name, number: chosen)
        {
            revisions.append(older)
        }
        let platforms = try stores.releases.platforms()
        let minimums = try form.revision.flatMap { _ in known } ?? minimums(of: chosen, feature, platforms)
        var filled = form
        // Lower bounds that nobody has typed are raised to the minimum versions; those that a person has typed are
        // checked instead.
        if known == nil { filled.raise(to: minimums) }
        filled.follow(minimums, replacing: live.answering, fillingEmpty: true)
        // An invalid revision has no minimum, because no client supports it.
        let isValid = revisions.first { $0.number == chosen }?.isValid ?? true
        let focus = filled.platforms.first ?? platforms.first?.name
        let confirmation = [
            ("expected", "\(form.expected)"), ("key", form.key), ("step", "publish"), ("reviewed", form.reviewedFields),
        ].map { "\($0.0)=\(PercentCoding.encode($0.1))" }.joined(separator: "&")
        var page = PublishPage(
            chrome: request.chrome(Texts["releases.publish-title", ["feature": feature.name]], .features),
            feature: feature.name,
            featureHref: Paths.feature(feature.name), newHref: Paths.newRelease(of: feature.name),
            confirmHref: "\(Paths.releases(of: feature.name))?\(confirmation)",
            revisions: revisions.map { revision in
                Choice(
                    value: "\(revision.number)",
                    label: [
                        Texts["releases.revision", ["revision": revision.number]], revision.name.nonEmpty,
                        revision.note.nonEmpty,
                        revision.isValid ? nil : Texts["releases.not-valid"],
                    ].compactMap { $0 }.joined(separator: " · "), isChosen: revision.number == chosen)
            },
            platforms: platforms.map { platform in
                let minimum = minimums.first { $0.platform.name == platform.name }
                var choice = PlatformChoice(
                    value: platform.name, label: platform.title, isChosen: filled.platforms.contains(platform.name),
                    versions: filled.versions[platform.name] ?? PublishForm.Versions(),
                    hasFocus: platform.name == focus,
                    reason: (isValid ? minimum?.reason : nil).map { MessagePiece.pieces(of: $0 + ".") } ?? [])
                if let chosen, let range = filled.leftOut[platform.name], let version = minimum?.version {
                    choice.note =
                        Texts[
                            "releases.range-left-out",
                            [
                                "versions": VersionRange.words(range.from, range.until), "revision": chosen,
                                "version": version,
                            ]]
                }
                return choice
            },
            minimum: isValid ? MinimumVersion.sentence(minimums, revision: chosen) : nil,
            reason: form.reason, at: form.at, end: form.end,
            now: TimeLabel(request.clock.now, now: request.clock.now).exact,
            plans: try plans(form), isTimed: !(form.at + form.end).isEmpty,
            mapHeading: Texts["common.clients-get-now"],
            map: VersionMap(
                live, feature: feature.name, platforms: platforms,
                caption: Texts["common.current-revisions-by-platform-and-client"]))
        if newest.isCut {
            page.revisionsCut = Texts["releases.older-revisions", ["count": Self.offeredRevisions]]
        }
        page.caching = caching(filled, replacing: live, try cacheTime(of: feature, request))
        return page
    }

    private func cacheTime(of feature: Feature, _ request: SignedInRequest) throws -> CacheTime {
        try caching(of: feature.name, wasPublished: feature.liveRelease != nil, request)
    }

    /// Returns the sentence about how long caches may serve what clients get before the release.
    private func caching(_ form: PublishForm, replacing before: LiveTable, _ time: CacheTime) -> String {
        CacheWords.replaced(time, isServed: form.isServed(by: before))
    }

    /// Returns the minimum version of each platform: this version and all later ones support the whole revision. Empty
    /// if there is no such revision or no schema of its kind, or if the revision is not JSON.
    private func minimums(of number: Int?, _ feature: Feature, _ platforms: [Platform]) throws -> [MinimumVersion] {
        guard let number, let repository = try catalogue.current()?.repository,
            let kind = repository.kind(named: feature.kind),
            let revision = try stores.revisions.revision(of: feature.name, number: number),
            let document = try? JSONDocument(parsing: revision.bytes, limits: .console)
        else { return [] }
        let work = WorkBudget()
        return platforms.map { platform in
            MinimumVersion(
                repository.support(
                    of: document, kind: kind, platform: platform.name, isValid: revision.isValid, work: work),
                on: platform)
        }
    }

    private func plans(_ form: PublishForm) throws -> [Choice] {
        [Choice(value: "", label: Texts["rollouts.at-once"], isChosen: form.plan.isEmpty)]
            + (try stores.rollouts.plans().map { plan in
                Choice(
                    value: plan.name, label: Texts["rollouts.by-plan", ["plan": plan.name]],
                    isChosen: plan.name == form.plan)
            })
    }

    /// Returns the reason why a rollout by the chosen plan is refused; nil if it is possible or no plan is chosen.
    private func refusal(of form: PublishForm) throws -> String? {
        guard !form.plan.isEmpty else { return nil }
        guard form.at.isEmpty else { return Texts["rollouts.begins-now"] }
        guard form.end.isEmpty else { return Texts["rollouts.has-no-end"] }
        return try stores.rollouts.plan(form.plan) == nil ? Texts["rollouts.no-such-plan", ["plan": form.plan]] : nil
    }

    /// Returns true if a reason is required: the request gives all clients of a rule another revision at once, and
    /// clients of the rule have recently fetched a different revision.
    private func needsReason(_ request: PublishRequest, _ form: PublishForm, _ feature: Feature) throws -> Bool {
        guard form.plan.isEmpty else { return false }
        let live = try stores.liveTable(of: feature.name)
        let skipping = request.skippingSteps(
            over: live.answering,
            readBy: try stores.readStatistics.counts(of: feature.name))
        return !skipping.isEmpty
    }

}

extension PublishPage {
    /// Marks the invalid fields, because of which nothing can be planned.
    fileprivate mutating func markFaults(of form: PublishForm) {
        for place in platforms.indices where platforms[place].isChosen {
            let versions = form.versions[platforms[place].value] ?? PublishForm.Versions()
            platforms[place].fromProblem = versions.fromProblem
            platforms[place].untilProblem = versions.untilProblem
        }
        (atProblem, endProblem) = (form.atProblem, form.endProblem)
        if form.platforms.isEmpty { refuse(Texts["releases.choose-a-platform"], []) }
        if form.revision == nil { refuse(Texts["releases.choose-a-revision"], []) }
        focusFault()
    }

    /// Shows the problems of the times beside their fields; returns the other problems.
    fileprivate mutating func markTimes(_ problems: [ReleaseProblem], of form: PublishForm) -> [ReleaseProblem] {
        problems.filter { problem in
            switch problem.code {
            // If the start has passed, the end is not compared with the clock, so this problem is about the start.
            case ReleaseProblem.timePassed where form.publishTime != nil: atProblem = problem.message
            case ReleaseProblem.timePassed, ReleaseProblem.endBeforeStart: endProblem = problem.message
            default: return true
            }
            return false
        }
    }

    /// Sets the focus to the first invalid field.
    fileprivate mutating func focusFault() {
        if let wrong = platforms.firstIndex(where: { $0.fromProblem != nil || $0.untilProblem != nil }) {
            focusAnswer(false)
            platforms[wrong].hasFocus = platforms[wrong].fromProblem != nil
            platforms[wrong].hasUntilFocus = platforms[wrong].fromProblem == nil
        } else if atProblem != nil || endProblem != nil {
            focusAnswer(false)
            (atHasFocus, endHasFocus) = (atProblem != nil, atProblem == nil)
        }
    }

    /// Removes the focus from the fields of the versions and, if `isFocused` is true, sets it to the heading of the
    /// changes or of the refusal.
    private mutating func focusAnswer(_ isFocused: Bool = true) {
        for place in platforms.indices { platforms[place].hasFocus = false }
        answerHasFocus = isFocused
    }

    /// Shows the reason for a refusal.
    mutating func refuse(_ sentence: String, _ problems: [ProblemRow]) {
        (isRefused, refusal, self.problems) = (true, sentence, problems)
        focusAnswer()
    }

    /// Shows the changes and the button that publishes them.
    mutating func confirm(
        _ plan: ReleasePlan, before: LiveTable, after: LiveTable, platforms: [Platform]
    ) throws {
        isConfirmable = true
        focusAnswer()
        reach = plan.reach.map { first in
            plan.finalReach.map { Words.reach(ofFirstStep: first, ofLast: $0) } ?? Words.reach(first)
        }
        confirmLabel = Texts["releases.publish-as-release", ["release": plan.number]]
        changes = Change.between(before, after, platforms: platforms)
        hasChanges = !changes.isEmpty
        noChanges =
            if plan.finalReach != nil {
                Texts["releases.no-change-in-step-1"]
            } else if !plan.moments.isEmpty {
                Texts["releases.no-change-at-that-time"]
            } else {
                Texts["common.no-change-every-client-gets-the"]
            }
        proofs = ProofRow.rows(plan.proofs, platforms: platforms)
        hasProofs = !proofs.isEmpty
        problems = plan.warnings.map { ProblemRow(warning: $0, feature: feature) }
        hasWarnings = !problems.isEmpty
        mapHeading = Texts["releases.clients-get-after-publishing"]
        map = VersionMap(
            after, feature: feature, platforms: platforms,
            caption: Texts["common.new-revisions-by-platform-and-client"], proofs: plan.proofs)
    }
}

extension ProblemRow {
    /// Creates a row for a warning, without a link to a line.
    init(warning: ReleaseProblem, feature: String) {
        self.init(warning, feature: feature, revision: nil)
        isWarning = true
    }

    /// Creates a row for a problem, with a link to its line in the revision if it has one.
    init(_ problem: ReleaseProblem, feature: String, revision: Int?) {
        var place = "–"
        var link: Link?
        if let line = problem.line {
            place = "\(line):\(problem.column ?? 1)"
            link = revision.map {
                Link(
                    href: Paths.revision(of: feature, $0) + "#L\(line)",
                    label: Texts["releases.show-line", ["line": line]])
            }
        }
        self.init(
            place: place, words: MessagePiece.pieces(of: problem.message),
            pointer: problem.pointer?.nonEmpty.map(Markup.init(pointer:)),
            versions: problem.version.map { Texts["releases.client-version", ["version": $0]] }, link: link,
            isWarning: false)
    }
}
