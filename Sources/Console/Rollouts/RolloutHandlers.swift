import HTTPTypes
import MicroHTTP
import Publishing

/// Shows the rollouts and their plans; pauses and continues rollouts, publishes the next step, counts failures, and
/// saves and withdraws plans.
struct RolloutHandlers: Sendable {
    /// The maximum number of rollouts that the page lists, besides older ones that are open.
    private static let listedRollouts = 100

    let stores: Stores
    let pages: PageRenderer
    let errors: ErrorPages

    /// Shows the newest rollouts, older ones that are open, and the plans.
    @Sendable func index(_ request: SignedInRequest) throws -> Response {
        try pages.render(page(request))
    }

    /// Pauses a rollout: no further step is published until somebody continues it.
    @Sendable func pause(_ request: SignedInRequest) throws -> Response {
        try change(request, stores.rollouts.pause)
    }

    /// Continues a paused rollout.
    @Sendable func `continue`(_ request: SignedInRequest) throws -> Response {
        try change(request, stores.rollouts.continue)
    }

    /// Publishes the step after the one that the page showed, if the rules for the rollout's clients have not changed
    /// since the release in the field `expected`.
    @Sendable func approve(_ request: SignedInRequest) throws -> Response {
        try change(request) {
            try stores.rollouts.approve(
                $0, seeing: Int(asked: request.field("step")), expecting: Int(asked: request.field("expected")), by: $1)
        }
    }

    /// Counts one more failure of a rollout, which the signed-in person has seen.
    @Sendable func report(_ request: SignedInRequest) throws -> Response {
        try change(request, saying: NoticeCode.rolloutFailureReported) {
            try stores.rollouts.report($0, failures: 1, note: request.field("note"), by: $1)
        }
    }

    /// Saves a plan, or shows its faults.
    @Sendable func savePlan(_ request: SignedInRequest) throws -> Response {
        let name = request.field("name").trimmingSpaces()
        let words = request.field("steps").split(whereSeparator: \.isWhitespace)
        let steps = words.map { RolloutStep(notation: $0) }
        var faults: [String] = []
        for (word, step) in zip(words, steps) where step == nil {
            faults.append(Texts["rollouts.no-step", ["text": word]])
        }
        if faults.isEmpty {
            faults = try stores.rollouts.save(name, steps.compactMap(\.self), by: request.account.actor)
        }
        guard !faults.isEmpty else { return request.redirect(to: Paths.rollouts, saying: NoticeCode.planSaved) }
        var page = try page(request)
        (page.planName, page.planSteps) = (name, request.field("steps"))
        page.planProblem = faults.joined(separator: " ")
        return try pages.render(page, status: .unprocessableContent)
    }

    /// Withdraws a plan.
    @Sendable func withdrawPlan(_ request: SignedInRequest) throws -> Response {
        guard try stores.rollouts.withdraw(request.field("name"), by: request.account.actor) else {
            return try errors.notFound(request)
        }
        return request.redirect(to: Paths.rollouts, saying: NoticeCode.planWithdrawn)
    }

    private func page(_ request: SignedInRequest) throws -> RolloutIndexPage {
        let mayChange = request.account.may(.publish)
        let platforms = try stores.releases.platforms()
        let newest = try stores.releases.newest()
        let newestRollouts = try ListPage(Self.listedRollouts) { try stores.rollouts.all(limit: $0) }
        let listed = Set(newestRollouts.rows.map(\.id))
        let older = try newestRollouts.isCut ? stores.rollouts.current().filter { !listed.contains($0.id) } : []
        let shown: [Rollout] = newestRollouts.rows + older.reversed()
        let overtaken = try stores.rollouts.overtaken(among: shown)
        let rows = shown.map { rollout in
            var row = RolloutRow(
                rollout, platforms: platforms, mayChange: mayChange, mayReport: request.account.may(.edit),
                clock: request.clock, overtaken: overtaken[rollout.id])
            // The row of a failed rollout shows why the step failed, so a person who makes the next step nevertheless
            // accepts all changes that were released until now.
            if case .failed = rollout.state { row.expected = newest }
            return row
        }
        // If all older rollouts are open, they are all listed, so nothing is cut.
        let isCut =
            try newestRollouts.isCut
            && (older.isEmpty || stores.rollouts.all(limit: rows.count + 1).count > rows.count)
        return try RolloutIndexPage(
            chrome: request.chrome(Texts["rollouts.title"], .releases), hasRollouts: !rows.isEmpty, rollouts: rows,
            plans: stores.rollouts.plans().map { RolloutIndexPage.Plan($0, mayChange: mayChange) },
            cut: isCut ? Texts["rollouts.only-newest-listed", ["count": newestRollouts.rows.count]] : nil,
            mayChange: mayChange)
    }

    private func change(
        _ request: SignedInRequest, saying notice: String = NoticeCode.rolloutChanged,
        _ change: (Int, Actor) throws -> RolloutOutcome
    ) throws -> Response {
        guard let number = Int(asked: request.parameter("rollout")) else { return try errors.notFound(request) }
        switch try change(number, request.account.actor) {
        case .changed: return request.redirect(to: Paths.rollouts, saying: notice)
        case .unchanged: return request.redirect(to: Paths.rollouts, saying: NoticeCode.rolloutUnchanged)
        case .noSuchRollout: return try errors.notFound(request)
        case .refused(.rejected(let problems)):
            return try errors.refused(
                request, heading: Texts["rollouts.refused"], what: problems.map(\.message).joined(separator: " "),
                links: links(to: number))
        case .refused(.stale(let staleness)): return try stale(request, number, staleness)
        case .refused, .keyReused:
            return try errors.refused(
                request, heading: Texts["rollouts.refused"], what: Texts["rollouts.stale"], links: links(to: number))
        }
    }

    /// Shows the releases that have changed the rules for the rollout's clients since the last step, with a link back
    /// to the rollout.
    private func stale(_ request: SignedInRequest, _ number: Int, _ staleness: Staleness) throws -> Response {
        let features = try stores.rollouts.rollout(number)?.features ?? []
        let released = staleness.releases.flatMap(\.items).map(\.feature)
        guard let feature = features.first(where: released.contains) ?? features.first else {
            return try errors.notFound(request)
        }
        return try StalePages(stores: stores, pages: pages).render(
            request, feature, staleness, retryHref: Paths.rollouts + "#rollout-\(number)",
            retryLabel: Texts["rollouts.open"], sentence: Texts["rollouts.stale"],
            advice: Texts["rollouts.stale-advice"])
    }

    /// Returns the links for a page that refuses a change of a rollout: to the rollout and to its features.
    private func links(to number: Int) throws -> [ErrorPage.Link] {
        let features = try stores.rollouts.rollout(number)?.features ?? []
        return [ErrorPage.Link(href: Paths.rollouts + "#rollout-\(number)", label: Texts["rollouts.open"])]
            + features.map(ErrorPage.Link.feature)
    }
}
