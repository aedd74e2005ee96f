import Foundation
import HTTPTypes
import MicroHTTP
import Publishing

/// Signs people in and out.
struct SessionHandlers: Sendable {
    let accounts: AccountStore
    let pages: PageRenderer
    let cookie: SessionCookie
    let device: DeviceCookie
    let csrf: CSRF
    let notices: Notices
    let errors: ErrorPages
    let drafts: ExpiredSessionDrafts
    let now: @Sendable () -> Date
    let token: @Sendable () -> String

    /// Shows the sign-in form.
    @Sendable func new(_ request: Request) throws -> Response {
        var page = SignInPage(chrome: Chrome(Texts["common.sign-in"], for: request))
        page.returnPath = Self.returnPath(request.query["return"])
        page.chrome.notice = notices.notice(in: request, session: "")
        var response = try pages.render(page)
        notices.forget(page.chrome.notice, on: &response)
        return response
    }

    /// Signs in and returns to the requested page or, with an unsaved text in the form, to the editor. A text of
    /// another account becomes that account's working copy, if it can be stored. A session that the browser still has
    /// ends, because its cookie is replaced.
    @Sendable func create(_ request: Request) throws -> Response {
        guard csrf.isFromHere(request) else { return try errors.signedOut(request) }
        let form = request.form
        var page = SignInPage(chrome: Chrome(Texts["common.sign-in"], for: request))
        page.name = form["name"] ?? ""
        page.returnPath = Self.returnPath(form["return"])
        let unsaved = drafts.draft(carriedBy: form)
        if let unsaved { page.hold(unsaved) }
        let outcome = try accounts.signIn(
            name: page.name, password: form["password"] ?? "", token: token(), now: now(),
            remoteAddress: request.remoteAddress, userAgent: request.headers[.userAgent] ?? "",
            network: request.network, device: device.device(of: request, now: now()))
        switch outcome {
        case .signedIn(let session, let account):
            if let earlier = cookie.token(in: request) { try accounts.signOut(token: earlier) }
            var response = Response.seeOther(page.returnPath)
            if let unsaved {
                let token = csrf.token(of: session.token)
                response = try drafts.reopen(unsaved, for: account, session: token) ?? setAside(unsaved, session: token)
            }
            cookie.set(session.token, on: &response)
            device.set(account: account.id, id: token(), now: now(), on: &response)
            return response
        case .wrong:
            page.problem = Texts["sessions.wrong-name-or-password"]
            return try pages.render(page, status: .unprocessableContent)
        case .disabled:
            page.problem = Texts["sessions.this-account-is-disabled-an-administrator"]
            return try pages.render(page, status: .forbidden)
        case .busy:
            page.problem = Texts["sessions.too-many-people-are-signing-in"]
            var response = try pages.render(page, status: .serviceUnavailable)
            response.headers[.retryAfter] = "2"
            return response
        case .tooMany(let retryAfter):
            let seconds = max(1, retryAfter.components.seconds)
            page.problem =
                Texts["common.too-many-attempts-try-again-in", ["duration": Words.waitingTime(seconds: Int(seconds))]]
            var response = try pages.render(page, status: .tooManyRequests)
            response.headers[.retryAfter] = "\(seconds)"
            return response
        }
    }

    /// Returns the sign-in page with the text that the editor posted; nil if the request contains no text or comes from
    /// another site.
    func keep(_ request: Request) throws -> Response? {
        guard csrf.isFromHere(request), let unsaved = drafts.draft(in: request, form: request.form) else { return nil }
        var page = SignInPage(chrome: Chrome(Texts["common.sign-in"], for: request))
        page.hold(unsaved)
        return try pages.render(page, status: .unauthorized)
    }

    /// Returns a redirect to the editor with a text that the account typed in an earlier session. A text that another
    /// account typed becomes that account's working copy, and the response is a page that says so. Nil if the request
    /// contains no text or comes from another site, or if the text cannot be stored.
    func reopen(_ request: SignedInRequest) throws -> Response? {
        guard csrf.isFromHere(request.request) else { return nil }
        let posted = drafts.draft(in: request.request, form: request.form)
        if let posted, posted.account == request.account.id {
            return try drafts.reopen(posted, for: request.account, session: request.csrf)
        }
        // A script that sent the account's own text repeats its request in the new session, so only texts of others are
        // stored.
        guard let unsaved = posted ?? drafts.draft(checkedBy: request.request), unsaved.account != request.account.id,
            let kept = try drafts.keep(unsaved)
        else { return nil }
        return try errors.textOfAnother(kept.author, feature: kept.feature, request)
    }

    /// Stores a text as the working copy of its author, who is not the account that has signed in, and returns a
    /// redirect to a page that says whether it was stored. `session` is the session's CSRF token.
    private func setAside(_ unsaved: ExpiredSessionDraft, session: String) throws -> Response {
        let isKept = try drafts.keep(unsaved) != nil
        return notices.redirect(
            to: Paths.features, saying: isKept ? NoticeCode.textKeptForAnother : NoticeCode.textOfAnother,
            session: session)
    }

    /// Ends the session, if there is one. Without its CSRF token, the session continues.
    @Sendable func end(_ request: Request) throws -> Response {
        var response = notices.redirect(to: Paths.signIn, saying: NoticeCode.signedOut, session: "")
        guard let token = cookie.token(in: request) else { return response }
        guard csrf.accepts(request, form: request.form, session: token) else { return .seeOther("/") }
        try accounts.signOut(token: token)
        cookie.clear(on: &response)
        return response
    }

    private static func returnPath(_ path: String?) -> String {
        path.flatMap { Paths.isLocal($0) && !$0.hasPrefix("/sessions") ? $0 : nil } ?? "/"
    }
}
