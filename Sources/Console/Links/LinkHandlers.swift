import Foundation
import HTTPTypes
import MicroHTTP
import Publishing
import QRCode

/// Lists the links to a feature's previews and the tokens of test devices, creates tokens and withdraws both.
struct LinkHandlers: Sendable {
    private static let pageSize = 100
    /// The maximum number of revisions to choose from in the form.
    private static let offeredRevisions = 50

    let stores: Stores
    let pages: PageRenderer
    let errors: ErrorPages
    /// The base URL at which devices reach the service listener.
    let serviceBaseURL: String

    /// Shows one page of the links and tokens of a feature, newest first.
    @Sendable func index(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        let before = request.request.query["before"].flatMap { Int(asked: $0) }
        return try pages.render(try page(request, feature, before: before))
    }

    /// Creates a token with which a test device gets a revision or the account's unsaved text. Only this response shows
    /// the token.
    @Sendable func addDevice(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else {
            return try errors.notFound(request)
        }
        let asked = request.field("revision")
        let revision = Int(asked: asked)
        guard asked.isEmpty || revision != nil else { return try errors.notFound(request) }
        let validity = LinkValidity(rawValue: request.field("validity")) ?? .hour
        let end = request.clock.now + validity.seconds
        let made = try stores.links.addDevice(
            for: feature.name, revision: revision, until: end, by: request.account.actor)
        guard let made else { return try errors.notFound(request) }
        var page = try page(request, feature)
        let address = "\(serviceBaseURL)/v1/devices/\(made.token)"
        page.made = LinksPage.Made(
            address: address,
            example: "\(address)/v1/features/\(feature.name)?platform=ios&client_version=1.0",
            subject: Self.subject(made.link), end: TimeLabel(end, now: request.clock.now),
            code: QRCode(address).map(CodeView.init))
        return try pages.render(page)
    }

    /// Withdraws a link or a token. Only the author of the link or token and accounts with the permission `edit` may do
    /// so.
    @Sendable func withdraw(_ request: SignedInRequest) throws -> Response {
        guard let feature = try stores.features.feature(named: request.parameter("feature")),
            let link = try Int(asked: request.parameter("link")).flatMap({ try stores.links.link($0) }),
            link.feature == feature.name
        else { return try errors.notFound(request) }
        guard Self.mayWithdraw(link, request) else { return try errors.forbidden(.edit, request) }
        _ = try stores.links.withdraw(link.id, by: request.account.actor)
        return request.redirect(to: Paths.links(of: feature.name), saying: NoticeCode.linkWithdrawn)
    }

    private static func mayWithdraw(_ link: SharedLink, _ request: SignedInRequest) -> Bool {
        request.account.may(.edit) || link.author.accountID == request.account.id
    }

    private static func subject(_ link: SharedLink) -> String {
        link.revision.map { Texts["releases.revision", ["revision": $0]] } ?? Texts["preview.unsaved-text"]
    }

    /// Returns a link's state in words and the style of its badge. `isOpen` is true if the link is neither withdrawn
    /// nor expired.
    private static func badge(of link: SharedLink, isOpen: Bool) -> (state: String, kind: String) {
        switch link.state {
        case .withdrawn: (Texts["links.withdrawn"], "bad")
        case _ where !isOpen: (Texts["links.expired"], "")
        case .authorDisabled: (Texts["links.author-disabled"], "bad")
        case .valid, .expired: (Texts["links.valid"], "ok")
        }
    }

    /// Returns the page with the newest links and tokens or, with `before`, with those that have a lower number.
    private func page(_ request: SignedInRequest, _ feature: Feature, before: Int? = nil) throws -> LinksPage {
        let links = try ListPage(Self.pageSize) {
            try stores.links.list(of: feature.name, before: before, limit: $0)
        }
        let revisions = try stores.revisions.revisions(of: feature.name, limit: Self.offeredRevisions)
        return LinksPage(
            chrome: request.chrome(Texts["links.title", ["feature": feature.name]], .features), feature: feature.name,
            featureHref: Paths.feature(feature.name), action: Paths.devices(of: feature.name),
            revisions: [Choice(value: "", label: Texts["links.unsaved-text"], isChosen: revisions.isEmpty)]
                + revisions.enumerated().map { place, revision in
                    Choice(
                        value: "\(revision.number)",
                        label: Texts["releases.revision", ["revision": revision.number]], isChosen: place == 0)
                },
            validities: LinkValidity.allCases.map {
                Choice(value: $0.rawValue, label: $0.title, isChosen: $0 == .hour)
            },
            hasLinks: !links.rows.isEmpty,
            links: links.rows.map { link in
                let isOpen = link.state != .withdrawn && link.expiresAt > request.clock.now
                let (state, kind) = Self.badge(of: link, isOpen: isOpen)
                return LinksPage.Row(
                    number: link.id,
                    use: link.kind == .device ? Texts["links.device"] : Texts["links.preview"],
                    subject: Self.subject(link), who: link.author.name, made: request.clock.when(link.createdAt),
                    end: TimeLabel(link.expiresAt, now: request.clock.now).exact,
                    state: state, kind: kind,
                    withdrawHref: isOpen && Self.mayWithdraw(link, request)
                        ? Paths.linkWithdrawals(of: feature.name, link.id) : nil)
            },
            olderHref: links.end.map { Paths.links(of: feature.name) + "?before=\($0.id)" })
    }
}
