import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import SchemaRepository

/// Shows, proposes and adopts schema releases.
struct SchemaReleaseHandlers: Sendable {
    /// The maximum number of schema releases on a page of the list.
    private static let pageSize = 100
    /// The maximum number of changes, of findings, of disagreements and of problems on a page.
    private static let listedRows = 200

    let stores: Stores
    let pages: PageRenderer
    let errors: ErrorPages
    let plans: VersionPlanHandlers
    let approvals: SchemaApprovalHandlers
    /// The protocols by which the console fetches from git: only HTTPS by default, so that nobody can read the server's
    /// own files.
    var transports: [GitSource.Transport] = [.https]
    /// The addresses that git may connect to.
    var allowed = AllowedAddresses(networks: [])

    /// Shows all schema releases and the forms that propose another one.
    @Sendable func index(_ request: SignedInRequest) throws -> Response {
        try pages.render(try page(request))
    }

    /// Proposes a schema release from an archive, a directory or git, or with one added or changed document.
    @Sendable func create(_ request: SignedInRequest) throws -> Response {
        let current = try stores.schemaReleases.currentRepository()?.repository.documents ?? []
        let proposer = SchemaProposer(stores: stores)
        do {
            let files = try source(request).files(besides: current)
            let outcome = try proposer.propose(
                files, note: request.field("note"), by: request.account.actor,
                work: SchemaProposer.budget(isAbandoned: request.request.isAbandoned))
            switch outcome {
            case .refused(let findings): return try refuse(request, findings)
            case .decided(.proposed(let proposal)):
                return request.redirect(
                    to: Paths.schemaRelease(proposal.release.number), saying: NoticeCode.schemasProposed)
            case .decided(.alreadyProposed(let proposal)):
                return request.redirect(
                    to: Paths.schemaRelease(proposal.release.number), saying: NoticeCode.schemasAlreadyProposed)
            case .decided(.current(let release)):
                return request.redirect(to: Paths.schemaRelease(release.number), saying: NoticeCode.schemasUnchanged)
            case .decided(.earlier(let release)):
                return request.redirect(to: Paths.schemaRelease(release.number), saying: NoticeCode.schemasEarlier)
            case .decided(.tooLong):
                return try refuse(request, because: Texts["schema-releases.a-note-has-at-most-characters"])
            }
        } catch let error as SchemaSourceError {
            return try refuse(request, because: error.description)
        }
    }

    /// Shows one schema release.
    @Sendable func show(_ request: SignedInRequest) throws -> Response {
        guard let number = Int(asked: request.parameter("number")),
            let release = try stores.schemaReleases.release(number)
        else { return try errors.notFound(request, what: Texts["schema-releases.there-is-no-such-schema-release"]) }
        let releaseHistory = try SchemaReleaseHistory(of: stores.schemaReleases)
        let proposal = try stores.schemaReleases.proposal(of: number)
        let isOpen = proposal.map(releaseHistory.isOpen) ?? false
        let isStale = isOpen && proposal?.base != releaseHistory.current
        let isCurrent = number == releaseHistory.current
        let base = isOpen ? proposal?.base : isCurrent ? releaseHistory.previous : releaseHistory.current
        let changes = try self.changes(of: number, since: base) { $0.changes(since: $1) }
        let emptyValues = try self.changes(of: number, since: base) { $0.emptyValueChanges(since: $1) }
        let impact = try stores.schemaImpacts.newest(of: number)
        let open = isOpen && !isStale ? proposal : nil
        let approvals = try open.map { try stores.schemaReleases.approvals(of: $0.number) } ?? []
        let given = Set(approvals.filter(\.isCounted).map(\.team))
        let missing = open == nil ? [] : Team.approving.filter { !given.contains($0) }
        let mayBreakGlass = !missing.isEmpty && request.account.may(.breakGlass)
        let current = try stores.schemaReleases.currentRepository()?.repository
        let disagreements = try open.map { _ in try self.disagreements(of: number, besides: current) } ?? []
        let plans = try self.plans.rows(of: number, request)
        return try pages.render(
            SchemaReleasePage(
                chrome: request.chrome(SchemaReleaseWords.label(number), .schemas),
                label: SchemaReleaseWords.label(number), state: releaseHistory.state(of: number, proposal: proposal),
                facts: try facts(release, proposal, request.clock),
                mayAdopt: request.account.may(.manageSchemas) && !isCurrent && !isStale
                    && (missing.isEmpty || mayBreakGlass),
                adoptHref: Paths.adoptions(of: number), current: releaseHistory.current ?? 0,
                needsReason: !isOpen || mayBreakGlass,
                adoptLabel: isOpen
                    ? Texts["schema-releases.adopt-schema-release", ["release": number]]
                    : Texts["schema-releases.return-to-schema-release", ["release": number]],
                stale: isStale
                    ? Texts[
                        "schema-releases.schema-release-was-adopted-since-propose-the",
                        ["release": releaseHistory.current ?? 0]]
                    : nil,
                lacking: missing.isEmpty
                    ? nil
                    : Texts["schema-releases.approvals-missing", ["team": Words.list(missing.map(\.title))]],
                mayBreakGlass: mayBreakGlass, hasApprovals: open != nil,
                approvals: try open.map { try self.approvals.rows($0, approvals, request) } ?? [],
                approvalsHref: Paths.schemaApprovals(of: number),
                withdrawalsHref: Paths.schemaApprovalWithdrawals(of: number), proposal: open?.number ?? 0,
                hasDisagreements: !disagreements.isEmpty,
                disagreements: Array(disagreements.prefix(Self.listedRows)),
                moreDisagreements: Self.more(of: disagreements.count),
                hasPlans: !plans.isEmpty, plans: plans, confirmationsHref: Paths.confirmations(of: number),
                changesHeading: base.map { Texts["schema-releases.changes-since-schema-release", ["release": $0]] }
                    ?? Texts["schema-releases.changes"],
                changesSummary: base == nil ? nil : Self.summary(changes),
                noChanges: base == nil
                    ? Texts["schema-releases.nothing-to-compare"]
                    : changes.isEmpty ? Texts["schema-releases.no-changes"] : nil, hasChanges: !changes.isEmpty,
                changes: Self.rows(changes.prefix(Self.listedRows), current),
                moreChanges: Self.more(of: changes.count),
                hasEmptyValues: !emptyValues.isEmpty,
                emptyValues: Self.rows(emptyValues.prefix(Self.listedRows), current),
                moreEmptyValues: Self.more(of: emptyValues.count),
                impact: try impact.map { try view(of: $0) },
                mayCheck: request.account.may(.manageSchemas) && impact?.finishedAt != nil,
                checkHref: Paths.impacts(of: number)))
    }

    /// Adopts a schema release: makes it the current one.
    @Sendable func adopt(_ request: SignedInRequest) throws -> Response {
        let heading = Texts["schema-releases.the-schema-release-was-not-adopted"]
        guard let number = Int(asked: request.parameter("number")) else { return try errors.notFound(request) }
        let path = Paths.schemaRelease(number)
        let links = [ErrorPage.Link(href: path, label: SchemaReleaseWords.label(number))]
        let outcome = try stores.schemaReleases.adopt(
            number, insteadOf: Int(asked: request.field("current")) ?? 0, reason: request.field("reason"),
            breakGlass: request.field("break-glass") == "yes" && request.account.may(.breakGlass),
            by: request.account.actor)
        switch outcome {
        case .adopted: return request.redirect(to: path, saying: NoticeCode.schemasAdopted)
        case .alreadyCurrent: return request.redirect(to: path, saying: NoticeCode.schemasUnchanged)
        case .noSuchRelease:
            return try errors.notFound(request, what: Texts["schema-releases.there-is-no-such-schema-release"])
        case .stale(let current):
            return try errors.refused(
                request, heading: heading,
                what: Texts["schema-releases.schema-release-was-adopted-since-look-at", ["release": current]],
                status: .conflict, links: links)
        case .approvalsMissing(let teams):
            return try errors.refused(
                request, heading: heading,
                what: Texts["schema-releases.approvals-missing", ["team": Words.list(teams.map(\.title))]],
                status: .conflict, links: links)
        case .reasonRequired:
            return try errors.refused(
                request, heading: heading, what: Texts["schema-releases.give-a-reason-of-at-most-characters"],
                links: links)
        }
    }

    /// Returns the disagreements between registered builds and a schema release, that is, the differences between what
    /// a build's capability file lists and what the schemas claim for the build's version. Those that exist with the
    /// current schema release too are left out.
    private func disagreements(
        of number: Int, besides current: SchemaRepository?
    ) throws -> [SchemaReleasePage.Disagreement] {
        guard let proposed = try stores.schemaReleases.repository(of: number) else { return [] }
        return try stores.clients.clients().flatMap { client -> [SchemaReleasePage.Disagreement] in
            let known = Set(current?.disagreements(with: client.capabilities).map(\.message) ?? [])
            let label = CapabilityLack.client(client.capabilities.label, platform: client.capabilities.platform)
            return proposed.disagreements(with: client.capabilities).filter { !known.contains($0.message) }.map {
                SchemaReleasePage.Disagreement(
                    build: label, href: Paths.client(client.registration), words: MessagePiece.pieces(of: $0.predicate))
            }
        }
    }

    /// Starts another check of the live documents and the newest revisions against a schema release (`SchemaImpact`).
    @Sendable func check(_ request: SignedInRequest) throws -> Response {
        guard let number = Int(asked: request.parameter("number")), try stores.schemaImpacts.start(number) != nil else {
            return try errors.notFound(request, what: Texts["schema-releases.there-is-no-such-schema-release"])
        }
        return request.redirect(to: Paths.schemaRelease(number), saying: NoticeCode.impactStarted)
    }

    /// Returns the differences that `compare` finds, breaking ones first; empty if one of the schema releases does not
    /// exist. The first argument of `compare` is the schema release `number`, the second is `base`.
    private func changes(
        of number: Int, since base: Int?, _ compare: (SchemaRepository, SchemaRepository) -> [SchemaChange]
    ) throws -> [SchemaChange] {
        guard let base, let old = try stores.schemaReleases.repository(of: base),
            let new = try stores.schemaReleases.repository(of: number)
        else { return [] }
        // A long list must not hide the breaking changes.
        let changes = compare(new, old)
        return changes.filter(\.isBreaking) + changes.filter { !$0.isBreaking }
    }

    /// Returns a sentence about the rows that a list on a page omits; nil if it omits none.
    private static func more(of count: Int) -> String? {
        count > listedRows ? Texts["schema-releases.more-changes", ["count": count - listedRows]] : nil
    }

    private static func summary(_ changes: [SchemaChange]) -> String {
        let breaking = changes.count(where: \.isBreaking)
        return Texts["schema-releases.changes-breaking", ["count": changes.count, "breaking": breaking]]
    }

    private static func rows(
        _ changes: some Sequence<SchemaChange>, _ current: SchemaRepository?
    ) -> [SchemaReleasePage.Change] {
        changes.map { change in
            SchemaReleasePage.Change(
                isBreaking: change.isBreaking, entity: change.entity,
                href: current?.entity(change.entity) == nil ? nil : Paths.schema(change.entity),
                sentence: MessagePiece.pieces(of: change.message), line: change.line)
        }
    }

    private func view(of impact: SchemaImpact) throws -> SchemaImpactView {
        let findings = try stores.schemaImpacts.findings(of: impact.number, limit: Self.listedRows + 1)
        let platforms = try stores.releases.platforms()
        let newest = try stores.releases.newest()
        return SchemaImpactView(
            impact, findings.prefix(Self.listedRows), hasMore: findings.count > Self.listedRows, platforms: platforms,
            newestRelease: newest)
    }

    private func source(_ request: SignedInRequest) throws(SchemaSourceError) -> SchemaImport {
        let folder = request.field("folder")
        switch request.field("source") {
        case "archive":
            guard let bytes = request.request.files["archive"]?.first?.bytes else {
                throw SchemaSourceError(Texts["schema-releases.choose-a-zip-archive"])
            }
            return .archive(bytes, name: SchemaReleaseWords.archive(bytes.count), folder: folder)
        case "directory":
            let files = request.request.files["directory"] ?? []
            guard !files.isEmpty else { throw SchemaSourceError(Texts["schema-releases.choose-a-directory"]) }
            return .directory(files.map { ($0.name, $0.bytes) }, folder: folder)
        case "git":
            return .git(
                address: request.field("address"), reference: request.field("reference"), folder: folder,
                allowing: transports, resolving: { host throws(SchemaSourceError) in try numericAddress(of: host) })
        default:
            let text = (request.form["text"] ?? "").replacing("\r\n", with: "\n")
            return .document(path: request.field("path"), Array(text.utf8))
        }
    }

    /// Returns the numeric address of a host to which git may connect; throws if the host is unknown or in a private
    /// network that is not allowed.
    private func numericAddress(of host: String) throws(SchemaSourceError) -> String {
        switch allowed.address(of: host) {
        case .address(let address): return address
        case .unknownHost: throw SchemaSourceError(Texts["schema-releases.git-host-unknown", ["host": host]])
        case .privateNetwork: throw SchemaSourceError(Texts["schema-releases.git-host-private", ["host": host]])
        }
    }

    private func facts(
        _ release: SchemaRelease, _ proposal: SchemaProposal?, _ clock: Clock
    ) throws -> [SchemaReleasePage.Fact] {
        let author = proposal?.author ?? release.author
        let when = clock.when(proposal?.createdAt ?? release.createdAt)
        let count = try stores.schemaReleases.repository(of: release.number)?.documents.count ?? 0
        let facts: [(String, String?, Bool)] = [
            (Texts["schema-releases.source"], proposal?.source, false),
            (Texts["schema-releases.note"], proposal?.note.nonEmpty, false),
            (Texts["schema-releases.proposed"], "\(when.exact), \(author.name)", false),
            (Texts["schema-releases.compared-with"], proposal?.base.map(SchemaReleaseWords.label), false),
            (
                Texts["schema-releases.content"],
                Texts["schema-releases.files", ["count": count, "hash": release.hash]], true
            ),
        ]
        return facts.compactMap { name, value, isCode in
            value.map { SchemaReleasePage.Fact(name: name, value: $0, isCode: isCode) }
        }
    }

    private func page(_ request: SignedInRequest) throws -> SchemaReleaseIndexPage {
        let releaseHistory = try SchemaReleaseHistory(of: stores.schemaReleases)
        let before = request.request.query["before"].flatMap { Int(asked: $0) }
        let releases = try ListPage(Self.pageSize) { try stores.schemaReleases.list(before: before, limit: $0) }
        let proposals = Dictionary(
            try stores.schemaReleases.proposals(of: releases.rows.map(\.number)).map { ($0.release.number, $0) },
            uniquingKeysWith: { first, _ in first })
        return SchemaReleaseIndexPage(
            chrome: request.chrome(Texts["schema-releases.heading"], .schemas), hasReleases: !releases.rows.isEmpty,
            releases: releases.rows.map { release in
                let proposal = proposals[release.number]
                return SchemaReleaseIndexPage.Row(
                    label: SchemaReleaseWords.label(release.number), href: Paths.schemaRelease(release.number),
                    state: releaseHistory.state(of: release.number, proposal: proposal),
                    source: proposal?.source ?? Texts["schema-releases.server"], note: proposal?.note.nonEmpty,
                    who: (proposal?.author ?? release.author).name,
                    when: request.clock.when(proposal?.createdAt ?? release.createdAt))
            },
            olderHref: releases.end.map { Paths.schemaReleases + "?before=\($0.number)" },
            hasHistory: !releaseHistory.adoptions.isEmpty,
            history: releaseHistory.adoptions.map { adoption in
                let glass = adoption.isBreakGlass ? ", " + Texts["schema-releases.without-all-approvals"] : ""
                let reason = glass + (adoption.reason.isEmpty ? "" : ": \(adoption.reason)")
                return SchemaReleaseIndexPage.Adoption(
                    what: "\(SchemaReleaseWords.label(adoption.schemaRelease))\(reason)", who: adoption.author.name,
                    when: request.clock.when(adoption.createdAt))
            }, historyCut: releaseHistory.cutWords, mayPropose: request.account.may(.manageSchemas))
    }

    /// Shows the forms again with the reason for the refusal, as they were filled in, but without the chosen files.
    private func refuse(
        _ request: SignedInRequest, _ findings: [FileDiagnostic] = [], because reason: String? = nil
    ) throws -> Response {
        var page = try page(request)
        page.refused = reason ?? Texts["schema-releases.the-schemas-have-errors-and-were-not"]
        page.hasFindings = !findings.isEmpty
        let sorted =
            findings.filter { $0.diagnostic.severity == .error }
            + findings.filter { $0.diagnostic.severity != .error }
        page.findings = sorted.prefix(Self.listedRows).map(SchemaFindingRow.init)
        page.more = Self.more(of: sorted.count)
        (page.note, page.address, page.reference) = (
            request.field("note"), request.field("address"), request.field("reference")
        )
        (page.folder, page.path) = (request.field("folder"), request.field("path"))
        page.text = (request.form["text"] ?? "").replacing("\r\n", with: "\n")
        return try pages.render(page, status: .unprocessableContent)
    }
}

extension SchemaFindingRow {
    /// Creates the row of a problem.
    init(_ found: FileDiagnostic) {
        let diagnostic = found.diagnostic
        let start = diagnostic.range.map { ":\($0.start.line):\($0.start.column)" } ?? ""
        self.init(
            severity: diagnostic.severity == .error ? "error" : "warning",
            severityWord: diagnostic.severity == .error
                ? Texts["schema-releases.error"] : Texts["schema-releases.warning"], place: found.file + start,
            words: MessagePiece.pieces(of: diagnostic.message), pointer: diagnostic.pointer.description)
    }
}
