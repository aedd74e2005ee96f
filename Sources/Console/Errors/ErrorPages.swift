import Foundation
import HTTPTypes
import MicroHTTP
import Publishing

/// Renders the error pages of the console.
struct ErrorPages: ErrorAnswers {
    let pages: PageRenderer
    let csrf: CSRF
    /// The host, name and user of the console's database, which the page about an unavailable database shows.
    let database: String

    /// The names of the form fields whose texts the error page shows for copying. Inputs that are quickly typed again,
    /// such as versions and times, are left out.
    private static let typedFields: Set<String> = [
        "data", "name", "note", "owner", "pointer", "reason", "revision_name", "tags", "text",
    ]

    static var home: ErrorPage.Link { ErrorPage.Link(href: Paths.features, label: Texts["errors.all-features"]) }

    /// Renders the page for a request that the router or the listener refused: with an unknown or malformed address,
    /// with a method or a body that the route does not accept, or because of too many large bodies at once.
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

    /// Reports that a form has more than `Request.maximumFields` fields.
    func tooManyFields(_ request: Request) throws -> Response {
        try show(
            Chrome(Texts["errors.too-many-fields"], for: request), .contentTooLarge, request,
            heading: Texts["errors.too-many-fields"],
            what: Texts["errors.the-request-has-more-than-fields", ["limit": Request.maximumFields]],
            safe: Texts["errors.nothing-was-changed"])
    }

    /// Reports that too many requests for heavy work are waiting.
    func crowded(_ request: Request) throws -> Response {
        try unavailable(
            request, title: Texts["errors.busy"], heading: Texts["common.too-busy"],
            what:
                Texts["errors.too-many-checks-and-previews-are"],
            safe: Texts["errors.nothing-was-changed"], retryAfter: 3)
    }

    /// Reports that the page, or the record that its path names, does not exist.
    func notFound(_ request: SignedInRequest, what: String? = nil, link: ErrorPage.Link = home) throws -> Response {
        try notFound(request.chrome(Texts["errors.not-found"]), request.request, what: what, link: link)
    }

    /// Reports that a form was sent to a former name of a feature and that this name no longer works. The page contains
    /// the form's fields and sends them again to `target`, the same address with the feature's present name.
    func nameEnded(
        _ former: String, current: String, target: String, _ request: SignedInRequest
    ) throws -> Response {
        try renamed(
            Texts["errors.name-has-ended", ["former": former, "feature": current]], .notFound, current: current,
            target: target, request)
    }

    /// Reports that a form from the page of one feature was sent to a name that now belongs to another feature. The
    /// page contains the form's fields and sends them again to `target`, the same address with the first feature's
    /// present name.
    func nameTaken(
        _ name: String, current: String, target: String, _ request: SignedInRequest
    ) throws -> Response {
        try renamed(
            Texts["errors.name-of-another", ["former": name, "feature": current]], .conflict, current: current,
            target: target, request)
    }

    /// Reports that the feature for which a form's page was made no longer exists and that another feature has its
    /// name. The page shows the texts that were typed into the form.
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

    /// Reports that a form was sent to a feature that does not exist. The page shows the texts that were typed into the
    /// form.
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

    /// Reports that a form belongs to another session or was not sent from Galley's pages.
    func foreignForm(_ request: SignedInRequest) throws -> Response {
        try show(
            request.chrome(Texts["errors.not-accepted"]), .forbidden, request.request,
            heading: Texts["errors.form-not-accepted"],
            what:
                Texts["errors.the-form-does-not-belong-to"],
            safe: Texts["errors.nothing-was-changed"])
    }

    /// Reports that a form has a field that is not UTF-8 or has a malformed escape, which browsers do not send.
    func malformedForm(_ request: SignedInRequest) throws -> Response {
        try show(
            request.chrome(Texts["errors.not-accepted"]), .badRequest, request.request,
            heading: Texts["errors.form-not-accepted"], what: Texts["errors.form-not-utf-8"],
            safe: Texts["errors.nothing-was-changed"])
    }

    /// Reports that a text was sent in the session of another account than its author's, and that it was stored as the
    /// author's working copy.
    func textOfAnother(_ author: Account, feature: Feature, _ request: SignedInRequest) throws -> Response {
        try show(
            request.chrome(Texts["errors.text-not-saved"]), .forbidden, request.request,
            heading: Texts["errors.text-not-saved"],
            what: Texts[
                "errors.text-of-another",
                ["account": request.account.displayName, "author": author.displayName, "feature": feature.name]],
            safe: nil)
    }

    /// Reports that the server is busy.
    func busy(_ request: Request) throws -> Response {
        try unavailable(
            request, title: Texts["errors.busy"], heading: Texts["common.too-busy"],
            what: Texts["errors.go-back-and-try-again-in"], safe: Texts["errors.nothing-was-changed"], retryAfter: 2)
    }

    /// Reports that the session had ended when a form was sent.
    ///
    /// A browser keeps the fields of most forms for “Back”, but not the text of the editor. If the form with a text is
    /// sent again in a new session, the editor opens with the text.
    func signedOut(_ request: Request) throws -> Response {
        let hasText = request.parameters["feature"].map { Paths.unsavedTexts(of: $0).contains(request.path) } ?? false
        return try show(
            Chrome(Texts["common.signed-out"], for: request), .unauthorized, request,
            heading: Texts["errors.your-session-has-ended"],
            what: hasText
                ? Texts["errors.sign-in-in-another-tab-then-reload"] : Texts["errors.sign-in-in-another-tab-then"],
            safe: Texts["errors.nothing-was-changed"],
            links: [ErrorPage.Link(href: Paths.signIn, label: Texts["common.sign-in"], isInNewTab: true)])
    }

    /// Reports that an action was refused, with the reason as a sentence.
    func refused(
        _ request: SignedInRequest, heading: String, what: String, status: HTTPResponse.Status = .unprocessableContent,
        links: [ErrorPage.Link] = [home]
    ) throws -> Response {
        try show(
            request.chrome(heading), status, request.request, heading: heading, what: what,
            safe: Texts["errors.nothing-was-changed"], links: links)
    }

    /// Reports that the form of a page was changed and sent again after it had already created a release or a schedule.
    /// The form's idempotency key is valid for one request only. `feature` is nil for a form about several features.
    func keyReused(
        _ request: SignedInRequest, _ use: KeyUse, feature: String?, againHref: String
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
            links: [ErrorPage.Link(href: againHref, label: Texts["errors.start-again"])]
                + (feature.map { [.feature($0)] } ?? []))
    }

    /// Reports that the database is unavailable or not migrated. For a form from Galley's pages that contains no
    /// password, the page contains the form's fields, to send them again.
    func databaseAway(_ request: Request) throws -> Response {
        let again = again(request)
        return try unavailable(
            request, title: Texts["errors.the-database-is-not-available"],
            heading: Texts["errors.the-database-is-not-available"],
            what: Texts["errors.galley-cannot-reach-its-database-if", ["database": database]],
            safe: again == nil
                ? Texts["errors.apps-are-not-affected"]
                : Texts["errors.apps-are-not-affected-your-input"],
            links: again == nil ? [Self.tryAgain(request)] : [], again: again, retryAfter: 5)
    }

    /// Reports that the request waited too long for another change. For a form from Galley's pages that contains no
    /// password, the page contains the form's fields, to send them again.
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

    /// Returns the submitted form, to send it again; nil if the request is not a form from Galley's pages, or if the
    /// form contains a password.
    private func again(_ request: Request) -> ErrorPage.Again? {
        let isForm = request.method == .post && csrf.isFromHere(request)
        let fields = isForm ? request.form.items.map { HiddenField(name: $0.name, value: $0.value) } : []
        // Passwords must be typed again, because the browser may store the page.
        let isSecret = fields.contains { ["password", "current-password"].contains($0.name) }
        return fields.isEmpty || isSecret ? nil : ErrorPage.Again(action: request.target, fields: fields)
    }

    private static func tryAgain(_ request: Request) -> ErrorPage.Link {
        ErrorPage.Link(
            href: request.method == .post ? Paths.features : request.target, label: Texts["errors.try-again"])
    }

    /// Reports an internal error, with the request id that the log entry has too.
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

    /// Renders a page with status 503 and `Retry-After`, for a problem that may be over in a few seconds.
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
