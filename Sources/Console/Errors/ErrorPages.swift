import Foundation
import HTTPTypes
import MicroHTTP
import Publishing

/// Turns errors into pages; the only place that does.
struct ErrorPages: ErrorAnswers {
    let pages: PageRenderer
    let csrf: CSRF
    /// The console's database in words for operators.
    let database: String

    /// The fields of a feature's forms in which people write; the others are choices.
    private static let typedFields: Set<String> = [
        "data", "name", "note", "owner", "pointer", "reason", "revision_name", "tags", "text",
    ]

    static var home: ErrorPage.Link { ErrorPage.Link(href: Paths.features, label: Texts["errors.all-features"]) }

    /// Renders a refusal of the router or the listener: an unknown address, a method or body that the route does not
    /// accept, or too many large bodies at once.
    func refused(_ request: Request, status: HTTPResponse.Status) throws -> Response {
        let (heading, what): (String, String)
        switch status {
        case .notFound: return try notFound(Chrome(Texts["errors.not-found"], for: request), request)
        case .serviceUnavailable: return try busy(request)
        case .contentTooLarge:
            heading = Texts["errors.too-large"]
            what =
                Texts["errors.the-request-is-too-large-a"]
        case .methodNotAllowed:
            heading = Texts["errors.this-address-cant-be-opened-directly"]
            what =
                Texts["errors.open-it-from-the-pages-of"]
        default:
            heading = Texts["errors.invalid-address"]
            what = Texts["errors.open-the-page-from-the-links"]
        }
        return try show(
            Chrome(heading, for: request), status, request, heading: heading, what: what,
            safe: Texts["errors.nothing-was-changed"])
    }

    /// Refuses a form with more fields than any page sends.
    func tooManyFields(_ request: Request) throws -> Response {
        try show(
            Chrome(Texts["errors.too-many-fields"], for: request), .contentTooLarge, request,
            heading: Texts["errors.too-many-fields"],
            what: Texts["errors.the-request-has-more-than-fields", ["limit": Request.maximumFields]],
            safe: Texts["errors.nothing-was-changed"])
    }

    /// Reports that too many checks and previews are waiting.
    func crowded(_ request: Request) throws -> Response {
        try unavailable(
            request, title: Texts["errors.busy"], heading: Texts["common.too-busy"],
            what:
                Texts["errors.too-many-checks-and-previews-are"],
            safe: Texts["errors.nothing-was-changed"], retryAfter: 3)
    }

    /// Reports that the path names nothing that exists.
    func notFound(_ request: SignedInRequest, what: String? = nil, link: ErrorPage.Link = home) throws -> Response {
        try notFound(request.chrome(Texts["errors.not-found"]), request.request, what: what, link: link)
    }

    /// Reports that a form was sent to a feature under a name that has ended. Its fields are kept in the page, to be
    /// sent again to `target`, the same address of the present name.
    func nameEnded(
        _ former: String, current: String, target: String, _ request: SignedInRequest
    ) throws -> Response {
        try renamed(
            Texts["errors.name-has-ended", ["former": former, "feature": current]], .notFound, current: current,
            target: target, request)
    }

    /// Reports that a form of a page about one feature was sent under a name that now belongs to another. Its fields
    /// are kept in the page, to be sent again to `target`, the same address of the first feature's present name.
    func nameTaken(
        _ name: String, current: String, target: String, _ request: SignedInRequest
    ) throws -> Response {
        try renamed(
            Texts["errors.name-of-another", ["former": name, "feature": current]], .conflict, current: current,
            target: target, request)
    }

    /// Reports that the feature that a form was about no longer exists and another has its name, and shows the texts
    /// that were typed into it.
    func featureReplaced(_ name: String, _ request: SignedInRequest) throws -> Response {
        try show(
            request.chrome(Texts["errors.not-found"]), .conflict, request.request,
            heading: Texts["errors.not-found"], what: Texts["errors.feature-replaced", ["feature": name]],
            safe: Texts["errors.nothing-was-changed"], links: [.feature(name)], typed: Self.typed(request))
    }

    private func renamed(
        _ what: String, _ status: HTTPResponse.Status, current: String, target: String, _ request: SignedInRequest
    ) throws -> Response {
        var again = self.again(request.request)
        again?.action = target
        return try show(
            request.chrome(Texts["errors.feature-renamed"]), status, request.request,
            heading: Texts["errors.feature-renamed"], what: what,
            safe: again == nil
                ? Texts["errors.nothing-was-changed"]
                : Texts["errors.nothing-was-changed-send-to", ["feature": current]],
            links: [.feature(current)],
            again: again)
    }

    /// Reports that a form was sent to a feature that does not exist, and shows the texts that were typed into it.
    func noSuchFeature(_ name: String, _ request: SignedInRequest) throws -> Response {
        try show(
            request.chrome(Texts["errors.not-found"]), .notFound, request.request,
            heading: Texts["errors.not-found"], what: Texts["errors.no-such-feature", ["feature": name]],
            safe: Texts["errors.nothing-was-changed"], typed: Self.typed(request))
    }

    private static func typed(_ request: SignedInRequest) -> [String] {
        request.form.items.filter { typedFields.contains($0.name) && !$0.value.isEmpty }.map(\.value)
    }

    /// Reports a missing permission and names the roles that have it.
    func forbidden(_ permission: Permission, _ request: SignedInRequest) throws -> Response {
        let roles = Role.allCases.filter { $0.permissions.contains(permission) }.map(\.title)
        return try show(
            request.chrome(Texts["errors.not-allowed"]), .forbidden, request.request,
            heading: Texts["errors.not-allowed"],
            what:
                Texts["errors.role-needed", ["roles": Words.alternatives(roles)]],
            safe: Texts["errors.nothing-was-changed"])
    }

    /// Reports a form that belongs to another session or did not come from Galley's pages.
    func foreignForm(_ request: SignedInRequest) throws -> Response {
        try show(
            request.chrome(Texts["errors.not-accepted"]), .forbidden, request.request,
            heading: Texts["errors.form-not-accepted"],
            what:
                Texts["errors.the-form-does-not-belong-to"],
            safe: Texts["errors.nothing-was-changed"])
    }

    /// Reports that the server is busy.
    func busy(_ request: Request) throws -> Response {
        try unavailable(
            request, title: Texts["errors.busy"], heading: Texts["common.too-busy"],
            what: Texts["errors.go-back-and-try-again-in"], safe: Texts["errors.nothing-was-changed"], retryAfter: 2)
    }

    /// Reports that the session had ended when a form was sent.
    func signedOut(_ request: Request) throws -> Response {
        try show(
            Chrome(Texts["common.signed-out"], for: request), .unauthorized, request,
            heading: Texts["errors.your-session-has-ended"],
            what:
                Texts["errors.sign-in-in-another-tab-then"],
            safe: Texts["errors.nothing-was-changed"],
            links: [ErrorPage.Link(href: Paths.signIn, label: Texts["common.sign-in"])])
    }

    /// Reports in a sentence why an action is impossible.
    func refused(
        _ request: SignedInRequest, heading: String, what: String, status: HTTPResponse.Status = .unprocessableContent,
        links: [ErrorPage.Link] = [home]
    ) throws -> Response {
        try show(
            request.chrome(heading), status, request.request, heading: heading, what: what,
            safe: Texts["errors.nothing-was-changed"], links: links)
    }

    /// Reports that a page that already made a release was used for another request, because an idempotency key is
    /// valid for one request only.
    func keyReused(
        _ request: SignedInRequest, _ use: KeyUse, feature: String, againHref: String
    ) throws -> Response {
        let what =
            if let release = use.release {
                Texts["errors.this-page-was-already-used-for", ["release": release]]
            } else {
                Texts["errors.this-page-was-already-used-for-schedule", ["schedule": use.schedule ?? 0]]
            }
        return try show(
            request.chrome(Texts["errors.already-used"]), .conflict, request.request,
            heading: Texts["errors.this-page-was-already-used"],
            what: what,
            safe: Texts["errors.nothing-was-changed"],
            links: [
                ErrorPage.Link(href: againHref, label: Texts["errors.start-again"]),
                .feature(feature),
            ])
    }

    /// Reports that the database is unavailable or not migrated. The fields of a form from Galley's pages are kept in
    /// the page, to be sent again.
    func databaseAway(_ request: Request) throws -> Response {
        let again = again(request)
        return try unavailable(
            request, title: Texts["errors.database-not-available"],
            heading: Texts["errors.the-database-is-not-available"],
            what: Texts["errors.galley-cannot-reach-its-database-if", ["database": database]],
            safe: again == nil
                ? Texts["errors.apps-are-not-affected"]
                : Texts["errors.apps-are-not-affected-your-input"],
            links: again == nil ? [Self.tryAgain(request)] : [], again: again, retryAfter: 5)
    }

    /// Reports that another change has not ended in time. The fields of a form from Galley's pages are kept in the
    /// page, to be sent again.
    func changeWaiting(_ request: Request) throws -> Response {
        let again = again(request)
        return try unavailable(
            request, title: Texts["errors.change-waiting"], heading: Texts["errors.change-waiting"],
            what: Texts["errors.change-waiting-what"],
            safe: again == nil
                ? Texts["errors.nothing-was-changed"]
                : Texts["errors.nothing-was-changed-your-input"],
            links: again == nil ? [Self.tryAgain(request)] : [], again: again, retryAfter: 5)
    }

    /// Returns the submitted form of one of Galley's pages, to be sent again; nil for other requests.
    private func again(_ request: Request) -> ErrorPage.Again? {
        let isForm = request.method == .post && csrf.isFromHere(request)
        let fields = isForm ? request.form.items.map { HiddenField(name: $0.name, value: $0.value) } : []
        // Passwords must be typed again, because the browser may store the page.
        let isSecret = fields.contains { ["password", "current"].contains($0.name) }
        return fields.isEmpty || isSecret ? nil : ErrorPage.Again(action: request.target, fields: fields)
    }

    private static func tryAgain(_ request: Request) -> ErrorPage.Link {
        ErrorPage.Link(
            href: request.method == .post ? Paths.features : request.target, label: Texts["errors.try-again"])
    }

    /// Reports an internal error; the log has the same request id.
    func failed(_ request: Request) throws -> Response {
        try show(
            Chrome(Texts["errors.internal-error"], for: request), .internalServerError, request,
            heading: Texts["errors.internal-error"],
            what: Texts["errors.this-is-a-problem-in-galley"],
            safe:
                Texts["errors.apps-are-not-affected-if-you"]
        )
    }

    private func notFound(
        _ chrome: Chrome, _ request: Request, what: String? = nil, link: ErrorPage.Link = home
    ) throws -> Response {
        try show(
            chrome, .notFound, request, heading: Texts["errors.not-found"],
            what: what
                ?? Texts["errors.there-is-no-page-at-this"],
            safe: nil, links: [link])
    }

    /// Renders a page for a problem that may be over in a few seconds.
    private func unavailable(
        _ request: Request, title: String, heading: String, what: String, safe: String,
        links: [ErrorPage.Link] = [home], again: ErrorPage.Again? = nil, retryAfter seconds: Int
    ) throws -> Response {
        var response = try show(
            Chrome(title, for: request), .serviceUnavailable, request, heading: heading, what: what, safe: safe,
            links: links, again: again)
        response.headers[.retryAfter] = String(seconds)
        return response
    }

    private func show(
        _ chrome: Chrome, _ status: HTTPResponse.Status, _ request: Request, heading: String, what: String,
        safe: String?, links: [ErrorPage.Link] = [home], again: ErrorPage.Again? = nil, typed: [String] = []
    ) throws -> Response {
        try pages.render(
            ErrorPage(
                chrome: chrome, heading: heading, what: what, safe: safe, again: again, hasTyped: !typed.isEmpty,
                typed: typed, links: links, status: "\(status)", requestID: request.id),
            status: status)
    }
}
