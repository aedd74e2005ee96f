import HTTPTypes
import JSONText
import MicroHTTP
import Preview
import Publishing
import SchemaRepository

/// Shows and registers the builds of the apps, and withdraws registrations.
struct ClientHandlers: Sendable {
    /// The maximum number of disagreements with the schemas that the page of a build lists.
    private static let limit = 300
    /// The maximum number of registrations and withdrawals that the page of a build lists.
    private static let listedChanges = 20

    let stores: Stores
    let pages: PageRenderer
    let errors: ErrorPages

    /// Shows the registered builds, and the form that registers a build.
    @Sendable func index(_ request: SignedInRequest) throws -> Response {
        try pages.render(try page(request))
    }

    /// Registers a capability file if `step` is `register`, otherwise only checks it. With `fix`, applies this
    /// correction to the text and only checks the result.
    @Sendable func create(_ request: SignedInRequest) throws -> Response {
        var text = Array((request.form["text"] ?? "").replacing("\r\n", with: "\n").utf8)
        let fix = request.form["fix"]
        if let fix { text = Findings.Fix.apply(fix, to: text) ?? text }
        let given = CapabilityFile.Given(
            platform: request.field("platform").nonEmpty, version: request.field("version").nonEmpty,
            build: request.field("build").nonEmpty)
        let isRegistering = fix == nil && request.field("step") == "register"
        let outcome =
            isRegistering
            ? try stores.clients.register(text, given: given, by: request.account.actor)
            : try stores.clients.check(text, given: given)
        switch outcome {
        case .registered(let client, let warnings) where !isRegistering:
            return try page(request, text: text, warnings, status: .ok, registrable: client)
        case .registered(let client, _):
            return request.redirect(to: Paths.client(client.registration), saying: NoticeCode.clientRegistered)
        case .unchanged(let client):
            return request.redirect(to: Paths.client(client.registration), saying: NoticeCode.clientUnchanged)
        case .invalid(let diagnostics):
            return try page(request, text: text, diagnostics, status: .unprocessableContent, registrable: nil)
        case .noSchemas:
            return try errors.refused(
                request, heading: Texts["clients.not-registered"], what: Texts["clients.no-schemas"])
        }
    }

    /// Shows one build.
    @Sendable func show(_ request: SignedInRequest) throws -> Response {
        guard let version = try? ClientVersion(request.parameter("version")),
            let client = try stores.clients.client(platform: request.parameter("platform"), version: version)
        else { return try errors.notFound(request, what: Texts["clients.no-such-build"]) }
        let report = try stores.clients.report(of: client, work: request.work)
        let registration = client.registration
        let history = try ListPage(Self.listedChanges) {
            try stores.clients.history(platform: registration.platform, version: version, limit: $0)
        }
        let repository = try stores.schemaReleases.currentRepository()?.repository
        return try pages.render(
            ClientPage(
                chrome: request.chrome(client.capabilities.label, .clients), label: client.capabilities.label,
                platform: try title(of: registration.platform), summary: ClientWords.summary(client),
                badges: ClientWords.badges(report), isIncomplete: !report.isComplete,
                hasRefused: !report.refused.isEmpty,
                refused: report.refused.map { ClientPage.Refused($0) },
                hasDisagreements: !report.disagreements.isEmpty,
                disagreements: report.disagreements.prefix(Self.limit).map { disagreement in
                    ClientPage.Disagreement(
                        disagreement, hasPage: repository?.entity(disagreement.name.entity) != nil)
                },
                more: report.disagreements.count > Self.limit
                    ? Texts["common.more-not-listed", ["count": report.disagreements.count - Self.limit]] : nil,
                history: history.rows.map {
                    ClientPage.Change(
                        number: $0.number, what: ClientWords.change($0), who: $0.author.name,
                        when: request.clock.when($0.createdAt))
                }, historyCut: history.cutWords, mayWithdraw: request.account.may(.manageSchemas),
                withdrawHref: Paths.withdrawals(of: registration)))
    }

    /// Withdraws the registration of a build.
    @Sendable func withdraw(_ request: SignedInRequest) throws -> Response {
        guard let version = try? ClientVersion(request.parameter("version")),
            case .withdrawn = try stores.clients.withdraw(
                platform: request.parameter("platform"), version: version, by: request.account.actor)
        else { return try errors.notFound(request, what: Texts["clients.no-such-build"]) }
        return request.redirect(to: Paths.clients, saying: NoticeCode.clientWithdrawn)
    }

    /// Sends a capability file as a starting point for editing. The file lists the entities (schemas), properties and
    /// enum values that a client version of a platform can decode according to the current schemas; without a version,
    /// those that at least one version can decode.
    @Sendable func template(_ request: SignedInRequest) throws -> Response {
        let platform = request.value("platform")
        let asked = request.value("version")
        guard let repository = try stores.schemaReleases.currentRepository()?.repository else {
            return try errors.notFound(request, what: Texts["features.no-schemas-are-loaded-yet"])
        }
        guard try stores.releases.platforms().contains(where: { $0.name == platform }) else {
            return try errors.notFound(request, what: Texts["clients.choose-a-platform"])
        }
        var version: ClientVersion?
        do { version = try asked.nonEmpty.map { text throws(ClientVersionError) in try ClientVersion(text) } } catch {
            return try errors.refused(request, heading: Texts["clients.no-template"], what: error.description)
        }
        var response = Response.json(
            repository.capabilityTemplate(platform: platform, version: version))
        response.headers[.contentDisposition] = "attachment; filename=\"\(platform)-capabilities.json\""
        return response
    }

    private func page(_ request: SignedInRequest) throws -> ClientIndexPage {
        let report = try stores.clients.report(work: request.work)
        let platforms = try stores.releases.platforms()
        let chosen = request.value("platform")
        return ClientIndexPage(
            chrome: request.chrome(Texts["clients.section"], .clients), isIncomplete: !report.isComplete,
            hasClients: !report.clients.isEmpty,
            rows: report.clients.map { report in
                let registration = report.client.registration
                return ClientIndexPage.Row(
                    label: report.client.capabilities.label, href: Paths.client(registration),
                    platform: platforms.title(of: registration.platform),
                    schemaRelease: registration.schemaRelease, when: request.clock.when(registration.createdAt),
                    who: registration.author.name, badges: ClientWords.badges(report))
            }, mayRegister: request.account.may(.manageSchemas),
            platforms: [Choice(value: "", label: Texts["clients.as-the-file-says"], isChosen: chosen.isEmpty)]
                + platforms.map { Choice(value: $0.name, label: $0.title, isChosen: $0.name == chosen) },
            version: request.value("version"), build: request.value("build"),
            findings: Findings([], in: [], fixAction: Paths.clients))
    }

    /// Returns the page of the builds with a text and its problems. `registrable` is the build that the text would
    /// register; nil if the text is invalid.
    private func page(
        _ request: SignedInRequest, text: [UInt8], _ diagnostics: [Diagnostic], status: HTTPResponse.Status,
        registrable client: RegisteredClient?
    ) throws -> Response {
        var page = try page(request)
        page.text = String(decoding: text, as: UTF8.self)
        page.hasFindings = true
        page.findings = Findings(diagnostics, in: text, fixAction: Paths.clients)
        if let client {
            let label = CapabilityLack.client(client.capabilities.label, platform: client.capabilities.platform)
            page.chrome.notice = .ok(Texts["clients.can-be-registered", ["client": label]])
        } else {
            page.refused = Texts["clients.cannot-be-registered"]
        }
        return try pages.render(page, status: status)
    }

    private func title(of platform: String) throws -> String {
        try stores.releases.platforms().title(of: platform)
    }
}

extension ClientPage.Refused {
    init(_ refusal: LiveRefusal) {
        self.init(
            feature: refusal.feature, href: Paths.feature(refusal.feature),
            what: Texts[
                "clients.revision", ["revision": refusal.revision, "versions": refusal.interval.words]],
            lacks: refusal.lacks.map { lack in
                ClientPage.Lack(
                    words: MessagePiece.pieces(of: Texts["clients.does-not-decode", ["part": lack.name.words]]),
                    pointer: Markup(pointer: lack.pointer.description))
            })
    }
}

extension ClientPage.Disagreement {
    init(_ disagreement: CapabilityDisagreement, hasPage: Bool) {
        self.init(
            isError: disagreement.severity == .error,
            severity: disagreement.severity == .error ? Texts["clients.claim-wrong"] : Texts["clients.not-claimed"],
            words: MessagePiece.pieces(of: disagreement.message),
            entityHref: hasPage ? Paths.schema(disagreement.name.entity) : nil)
    }
}
