import Foundation
import HTTPTypes
import MicroHTTP
import Publishing

/// Turns errors into pages; the only place that does.
struct ErrorPages: Sendable {
    let pages: PageRenderer
    let csrf: CSRF
    /// The console's database in words for operators.
    let database: String

    static let home = ErrorPage.Link(href: Paths.features, label: "All features")

    /// Renders a refusal of the router: an unknown address, or a method or body that the route does not accept.
    func refused(_ request: Request, status: HTTPResponse.Status) throws -> Response {
        let (heading, what): (String, String)
        switch status {
        case .notFound: return try notFound(Chrome("Not found", for: request), request)
        case .contentTooLarge:
            heading = "Too large"
            what =
                "What was sent is larger than this page takes. A document has at most 4 MiB. Go back: your text is still there."
        case .methodNotAllowed:
            heading = "Not like this"
            what =
                "There is a page at this address, but it takes no such request. Open it from the console’s own pages."
        default:
            heading = "Not understood"
            what = "The address is malformed. Open the page from the console’s own links."
        }
        return try show(
            Chrome(heading, for: request), status, request, heading: heading, what: what, safe: "Nothing was changed.")
    }

    /// Refuses a form with more fields than any page sends.
    func tooManyFields(_ request: Request) throws -> Response {
        try show(
            Chrome("Too many fields", for: request), .contentTooLarge, request, heading: "Too many fields",
            what: "What was sent has more than \(Request.maximumFields) fields. No page of the console sends so many.",
            safe: "Nothing was changed.")
    }

    /// Reports that too many checks and previews are waiting.
    func crowded(_ request: Request) throws -> Response {
        try unavailable(
            request, title: "Busy", heading: "Too much at once",
            what:
                "More checks and previews are waiting than can be done soon. Go back, wait a few seconds and try again: what you typed is still there.",
            safe: "Nothing was changed.", retryAfter: 3)
    }

    /// Reports that the path names nothing that exists.
    func notFound(_ request: SignedInRequest, what: String? = nil, link: ErrorPage.Link = home) throws -> Response {
        try notFound(request.chrome("Not found"), request.request, what: what, link: link)
    }

    /// Reports a missing permission and names the roles that have it.
    func forbidden(_ permission: Permission, _ request: SignedInRequest) throws -> Response {
        let roles = Role.allCases.filter { $0.permissions.contains(permission) }.map { $0.title.lowercased() }
        return try show(
            request.chrome("Not allowed"), .forbidden, request.request, heading: "Your roles do not allow this",
            what:
                "It needs the role of \(Words.list(roles).replacingOccurrences(of: " and ", with: " or ")). An administrator can give it to you.",
            safe: "Nothing was changed.")
    }

    /// Reports a form that belongs to another session or did not come from Galley's pages.
    func foreignForm(_ request: SignedInRequest) throws -> Response {
        try show(
            request.chrome("Not accepted"), .forbidden, request.request, heading: "This form was not accepted",
            what:
                "It does not belong to your session: you may have signed in again since the page was opened. Go back, copy what you typed if you need it, reload the page and try again.",
            safe: "Nothing was changed.")
    }

    /// Reports that the server is busy.
    func busy(_ request: Request) throws -> Response {
        try unavailable(
            request, title: "Busy", heading: "Too much to do at the moment",
            what: "Go back and try again in a few seconds.", safe: "Nothing was changed.", retryAfter: 2)
    }

    /// Reports that the session had ended when a form was sent.
    func signedOut(_ request: Request) throws -> Response {
        try show(
            Chrome("Signed out", for: request), .unauthorized, request, heading: "Your session has ended",
            what:
                "Sign in in another tab, come back to this one with the browser’s back button, and send the form again: what you typed is still in it.",
            safe: "Nothing was changed.", links: [ErrorPage.Link(href: Paths.signIn, label: "Sign in")])
    }

    /// Reports in a sentence why an action is impossible.
    func refused(
        _ request: SignedInRequest, heading: String, what: String, status: HTTPResponse.Status = .unprocessableContent,
        links: [ErrorPage.Link] = [home]
    ) throws -> Response {
        try show(
            request.chrome(heading), status, request.request, heading: heading, what: what,
            safe: "Nothing was changed.", links: links)
    }

    /// Reports that a page that already made a release was used for another request, because an idempotency key is
    /// valid for one request only.
    func keyReused(_ request: SignedInRequest, _ release: Release, feature: String, againHref: String) throws
        -> Response
    {
        try show(
            request.chrome("Used already"), .conflict, request.request, heading: "This page was used already",
            what:
                "This page was already used for release \(release.number). What you sent now is something else, and each page makes one release at most.",
            safe: "Nothing was changed now.",
            links: [
                ErrorPage.Link(href: againHref, label: "Start again"),
                ErrorPage.Link(href: Paths.feature(feature), label: "Look at \(feature)"),
            ])
    }

    /// Reports that the database is unavailable or not migrated. The fields of a form from Galley's pages are kept in
    /// the page, to be sent again.
    func databaseAway(_ request: Request) throws -> Response {
        let isForm = request.method == .post && csrf.isFromHere(request)
        let fields = isForm ? request.form.items.map { HiddenField(name: $0.name, value: $0.value) } : []
        // Passwords must be typed again, because the browser may store the page.
        let isSecret = fields.contains { ["password", "current"].contains($0.name) }
        let isKept = !fields.isEmpty && !isSecret
        return try unavailable(
            request, title: "Database not available", heading: "The database is not available",
            what: "Galley cannot use its database now (\(database)). Tell the operator if this lasts.",
            safe: isKept
                ? "Apps are served as before. What you sent is kept on this page: send it again in a moment, and leave the page open until then."
                : "Apps are served as before.",
            links: [
                ErrorPage.Link(href: request.method == .post ? Paths.features : request.target, label: "Try again")
            ],
            again: isKept ? ErrorPage.Again(action: request.target, fields: fields) : nil, retryAfter: 5)
    }

    /// Reports an internal error; the log has the same request id.
    func failed(_ request: Request) throws -> Response {
        try show(
            Chrome("Something failed", for: request), .internalServerError, request, heading: "Something failed here",
            what: "This is not your doing. Try again in a moment; if it stays, tell the operator the request below.",
            safe:
                "What is published is served as before. If you were saving or publishing, look at the feature before you repeat it."
        )
    }

    private func notFound(
        _ chrome: Chrome, _ request: Request, what: String? = nil, link: ErrorPage.Link = home
    ) throws -> Response {
        try show(
            chrome, .notFound, request, heading: "Not found",
            what: what
                ?? "There is nothing at this address. It may be misspelled, or lead to something that was never there: features and revisions are never deleted.",
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
        safe: String?, links: [ErrorPage.Link] = [home], again: ErrorPage.Again? = nil
    ) throws -> Response {
        try pages.render(
            ErrorPage(
                chrome: chrome, heading: heading, what: what, safe: safe, again: again,
                links: again == nil ? links : [], status: "\(status)",
                requestID: request.id),
            status: status)
    }
}
