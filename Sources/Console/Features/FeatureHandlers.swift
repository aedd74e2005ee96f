import Foundation
import HTTPTypes
import MicroHTTP
import Publishing
import SchemaRepository

/// Shows the list of features and the page of one feature, and creates features.
struct FeatureHandlers: Sendable {
    /// The maximum number of revisions on a feature's page.
    private static let mostRevisions = 8
    /// The maximum number of releases on a feature's page.
    private static let mostReleases = 30
    /// The maximum number of schedules on a feature's page.
    private static let mostSchedules = 5

    let stores: Stores
    let catalogue: Catalogue
    let pages: PageRenderer
    let errors: ErrorPages
    let readBaseURL: String

    /// Shows one page of the list of features that match the query.
    @Sendable func index(_ request: SignedInRequest) throws -> Response {
        let kinds = try catalogue.current()?.repository.rootKinds ?? []
        let platforms = try stores.releases.platforms()
        var query = FeatureListQuery(request.request.formQuery, kinds: kinds, platforms: platforms)
        var problems = query.problems
        var list = try self.list(query)
        if list.features.isEmpty, query.page > 1 {
            problems.append(Texts["features.there-is-no-page-this-is", ["page": query.page]])
            query.page = FeatureListQuery.lastPage(of: list.total)
            list = try self.list(query)
        }
        var chrome = request.chrome(Texts["common.features"], .features)
        if !problems.isEmpty { chrome.notice = .warn(problems.joined(separator: " ")) }
        let lives = try pages.liveRules(of: list.features, platforms: platforms)
        let form = FeatureListForm(
            query, kinds: kinds, platforms: platforms, labels: try stores.features.labels())
        var page = FeatureIndexPage(
            chrome: chrome, form: form, query: query,
            total: list.total, mayCreate: request.account.may(.edit),
            rows: zip(list.features, lives).map { FeatureRow($0, lives: $1, kinds: kinds, clock: request.clock) })
        if page.isEmpty, try hasArchived {
            page.archivedHref = Paths.features + "?state=" + LiveState.archived.rawValue
        }
        return try pages.render(page, status: problems.isEmpty ? .ok : .badRequest)
    }

    /// Shows the form for a new feature.
    @Sendable func new(_ request: SignedInRequest) throws -> Response {
        try pages.render(try newPage(request, name: "", kind: ""))
    }

    /// Creates a feature and redirects to the editor.
    @Sendable func create(_ request: SignedInRequest) throws -> Response {
        let (name, kind) = (request.field("name"), request.field("kind"))
        var page = try newPage(request, name: name, kind: kind)
        switch try stores.features.create(name: name, kind: kind, by: request.account.actor) {
        case .created(let feature):
            return request.redirect(to: Paths.editor(of: feature.name), saying: NoticeCode.featureCreated)
        case .invalidName: page.problem = FeatureName.rule
        case .taken(let feature):
            page.problem = try FeatureNameWords.taken(name, by: feature, in: stores.features)
        case .unknownKind: page.kindProblem = Texts["features.choose-a-document-kind"]
        }
        return try pages.render(page, status: .unprocessableContent)
    }

    /// Shows one feature and, if the query contains a client version, what that client gets.
    @Sendable func show(_ request: SignedInRequest) throws -> Response {
        guard let summary = try stores.features.summary(of: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        let feature = summary.feature
        let platforms = try stores.releases.platforms()
        let table = try stores.liveTable(of: feature.name)
        let revisions = try stores.revisions.revisions(of: feature.name, limit: Self.mostRevisions)
        let liveRevisions = table.shares
        let mayPublish = request.account.may(.publish) && summary.archive == nil
        let releases = try stores.releases.releases(of: feature.name, limit: Self.mostReleases)
        let proofs = try proofs(of: table, feature, platforms)
        let counts = try stores.readStatistics.counts(of: feature.name)
        let states = try stores.reviews.states(of: revisions.map(\.number), of: feature.name)
        let schemas = try catalogue.current()
        let uses = try ListPage(ReferenceStore.maximumUses) {
            try stores.references.uses(of: feature.name, limit: $0)
        }
        var page = FeaturePage(
            chrome: request.chrome(feature.name, .features), name: feature.name,
            kind: schemas.title(of: feature.kind),
            isFilled: FillingStore.fillable.contains(schemas?.repository.kind(named: feature.kind)?.kind ?? ""),
            switchedOff: table.switchedOffWords(platforms, release: feature.liveRelease),
            newest: revisions.first?.number, mayPublish: mayPublish, isLive: !liveRevisions.isEmpty,
            liveSince: feature.liveRelease.map { Texts["features.since-release", ["release": $0]] },
            map: VersionMap(
                table, feature: feature.name, platforms: platforms,
                caption: Texts["features.revisions-by-platform-and-client-version"], proofs: proofs, counts: counts),
            proofs: ProofRow.rows(proofs, platforms: platforms),
            question: try question(request, feature.name, platforms),
            releases: ReleaseRow.rows(
                releases, platforms: platforms, current: feature.liveRelease, clock: request.clock,
                rollbackOf: mayPublish ? feature.name : nil),
            revisions: revisions.map {
                var row = RevisionRow($0, live: liveRevisions, request, review: states[$0.number])
                if summary.archive != nil { row.publishHref = nil }
                return row
            }, uses: uses.rows.map(UseRow.init))
        page.usesCut = uses.cutWords
        page.rules = table.rules.map {
            RuleRow($0, of: feature.name, platforms: platforms, mayRemove: mayPublish)
        }
        page.mayEdit = request.account.may(.edit)
        page.labels = FeaturePage.Labels(summary.labels)
        page.archived = summary.archive.map { SettingsWords.archived($0, clock: request.clock) }
        page.reads = try reads(of: feature.name, table, platforms, request.clock)
        page.bypasses = try stores.reviews.bypasses(of: feature.name).map { FeaturePage.Bypass($0, of: feature.name) }
        page.rolloutNotices = try stores.rolloutNotices(about: stores.rollouts.current(of: feature.name))
        let schedules = try ListPage(Self.mostSchedules) { try stores.schedules.open(of: feature.name, limit: $0) }
        let failures = try stores.schedules.failures(among: schedules.rows)
        page.scheduleNotices = schedules.rows.map {
            ScheduleNotice(
                $0, of: feature.name, platforms: platforms, clock: request.clock, failure: failures[$0.id])
        }
        page.schedulesCut = schedules.isCut ? Texts["schedules.more", ["count": schedules.rows.count]] : nil
        page.presence = try stores.presence(at: feature, isEditor: false, request)
        let policy = try stores.reviews.policy(of: feature.name)
        page.policy = ReviewWords.required(policy.required)
        page.mayChangePolicy = request.account.may(.managePolicies)
        page.policyChoices = ReviewWords.choices(policy, ofFeature: true)
        page.failures = try stores.renderFailures.failures(of: feature.name, limit: FailureRow.limit).map {
            FailureRow($0, of: feature.name, platforms: platforms, clock: request.clock)
        }
        return try pages.render(page)
    }

    /// Returns the recent fetches of a feature; nil if no client requested the feature and no revision was live long
    /// enough to expect a fetch.
    private func reads(
        of feature: String, _ table: LiveTable, _ platforms: [Platform], _ clock: Clock
    ) throws -> ReadsView? {
        let statistics = try stores.statistics(of: feature)
        let rules = table.answering.filter { statistics.notFetched.contains($0.revision) }
        let releases = try stores.releases.releases(
            numbered: Array(Set(rules.flatMap { $0.editions.map(\.release) })))
        let times = Dictionary(releases.map { ($0.number, $0.createdAt) }, uniquingKeysWith: { first, _ in first })
        return ReadsView(
            statistics, silent: ReadsView.silent(statistics, rules: rules, times: times, now: clock.now),
            platforms: platforms)
    }

    /// Returns the intervals of client versions that get the same edition. Each interval says if its registered builds
    /// can decode the edition. Empty if no build was compared in any interval.
    private func proofs(
        of table: LiveTable, _ feature: Feature, _ platforms: [Platform]
    ) throws -> [IntervalProof] {
        let answering = table.answering
        let served = platforms.flatMap { RuleTable(answering, platform: $0.name).served }
        let proofs = try stores.clients.proofs(of: served, kind: feature.kind)
        return proofs.contains { $0.proof != .claimed } ? proofs : []
    }

    private var hasArchived: Bool {
        get throws {
            var filter = FeatureFilter.all
            filter.state = .archived
            return try stores.features.list(filter, limit: 1).total > 0
        }
    }

    private func list(_ query: FeatureListQuery) throws -> FeatureList {
        try stores.features.list(
            query.filter, by: query.order, offset: query.offset, limit: FeatureListQuery.pageSize)
    }

    private func newPage(_ request: SignedInRequest, name: String, kind: String) throws -> NewFeaturePage {
        let repository = try catalogue.current()?.repository
        var page = NewFeaturePage(
            chrome: request.chrome(Texts["features.new-feature"], .features), name: name, kinds: [])
        page.kinds = (repository?.rootKinds ?? []).map {
            NewFeaturePage.Kind(
                id: $0.id, name: $0.title, description: repository?.entity($0.id)?.description ?? "",
                isChosen: $0.id == kind)
        }
        if page.kinds.isEmpty { page.kindProblem = Texts["features.no-schemas-are-loaded-yet"] }
        return page
    }

    private func question(
        _ request: SignedInRequest, _ feature: String, _ platforms: [Platform]
    ) throws -> ClientQuestion {
        let query = request.request.query
        let asked = query["platform"] ?? platforms.first?.name ?? ""
        let at = (query["at"] ?? "").trimmingSpaces()
        var question = ClientQuestion(
            platforms: platforms.map { Choice(value: $0.name, label: $0.title, isChosen: $0.name == asked) },
            clientVersion: (query["client_version"] ?? "").trimmingSpaces(),
            at: FormTime.field(at))
        guard !question.clientVersion.isEmpty else { return question }
        do {
            let version = try ClientVersion(question.clientVersion)
            let moment = FormTime.date(at)
            guard at.isEmpty || moment != nil else {
                question.problem = Texts["schedules.enter-a-time"]
                return question
            }
            let found = try stores.schedules.resolve(
                feature: feature, platform: asked, clientVersion: version, at: moment)
            question.answer = ClientQuestion.Answer(
                found.resolution, feature: feature, platform: asked, version: version, readBaseURL: readBaseURL,
                isForecast: found.moment?.isForecast ?? false)
            if let moment { question.answer?.addTime(TimeLabel(moment, now: request.clock.now), found.moment) }
            if case .edition(let edition, let rule, _) = found.resolution {
                question.answer?.add(try stores.clients.proof(of: edition, in: rule, feature: feature))
            }
        } catch let error as ClientVersionError {
            question.problem = "\(error)"
        }
        return question
    }
}

extension FeaturePage.Labels {
    /// Creates the owner and the tags of the page; nil if the feature has neither.
    init?(_ labels: FeatureLabels) {
        guard labels != FeatureLabels() else { return nil }
        self.init(owner: labels.owner.nonEmpty, tags: labels.tags.map(FeatureRow.Tag.init))
    }
}

extension FeaturePage.Bypass {
    init(_ bypass: ApprovalBypass, of feature: String) {
        sentence =
            Texts[
                "reviews.bypassed",
                [
                    "revision": bypass.revision, "release": bypass.release, "given": bypass.given,
                    "required": bypass.required, "who": bypass.author.name,
                ]]
        reason = bypass.reason
        href = Paths.review(of: feature, bypass.revision)
    }
}

extension ClientQuestion.Answer {
    /// Adds the time for which the answer was requested, and remarks on the schedules and the rollout steps that are
    /// due by then.
    mutating func addTime(_ time: TimeLabel, _ moment: FeatureMoment?) {
        because = Texts["features.at-moment", ["time": time.exact, "reason": because]]
        remarks = moment?.remarks ?? []
    }

    /// Creates the answer from the resolution of a client's request, with the reason.
    ///
    /// `isForecast`: True for a moment in the future, for which the number of the release is not certain.
    init(
        _ resolution: Resolution, feature: String, platform: String, version: ClientVersion, readBaseURL: String,
        isForecast: Bool
    ) {
        switch resolution {
        case .edition(let edition, let rule, let because):
            let query = "platform=\(platform)&client_version=\(PercentCoding.encode(version.text))"
            self.init(
                kind: "ok", icon: "check",
                sentence: isForecast
                    ? Texts["features.revision-forecast", ["revision": rule.revision]]
                    : Texts[
                        "features.revision-since-release", ["revision": rule.revision, "release": edition.release]],
                because: because, proof: nil,
                edition: ClientQuestion.Edition(
                    hash: edition.hash, revision: rule.revision, href: Paths.revision(of: feature, rule.revision),
                    request: "GET \(readBaseURL)/v1/features/\(feature)?\(query)"))
        case .noConfig(let because): self.init(Texts["features.nothing-404-no-revision-for-this"], because)
        case .switchedOff(let release, let because):
            self.init(Texts["features.nothing-410-switched-off-by-release", ["release": release]], because)
        case .featureNotFound(let because): self.init(Texts["features.nothing-404-never-published"], because)
        case .unknownPlatform(let because): self.init(Texts["features.nothing-400-unknown-platform"], because)
        }
    }

    /// Adds a sentence that says if registered builds can decode the edition. If one cannot, the answer is shown as an
    /// error.
    mutating func add(_ proof: IntervalProof) {
        self.proof = proof.sentence
        if case .refused = proof.proof { (kind, icon) = ("bad", "alert") }
    }

    private init(_ sentence: String, _ because: String) {
        self.init(kind: "warn", icon: "info", sentence: sentence, because: because, proof: nil, edition: nil)
    }
}
