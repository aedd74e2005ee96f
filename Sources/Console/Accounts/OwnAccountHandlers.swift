import HTTPTypes
import MicroHTTP
import Publishing

/// Shows people their own account, changes their password and ends their sessions.
struct OwnAccountHandlers: Sendable {
    let accounts: AccountStore
    let pages: PageRenderer
    let errors: ErrorPages

    /// Shows the account, its password form and its sessions.
    @Sendable func show(_ request: SignedInRequest) throws -> Response {
        try pages.render(try page(request))
    }

    /// Changes the password and ends the other sessions.
    @Sendable func changePassword(_ request: SignedInRequest) throws -> Response {
        var page = try page(request)
        let outcome = try accounts.changePassword(
            of: request.account, from: request.form["current-password"] ?? "", to: request.form["password"] ?? "",
            keeping: request.session, now: request.clock.now, remoteAddress: request.request.remoteAddress,
            network: request.request.network)
        switch outcome {
        case .changed: return request.redirect(to: Paths.ownAccount, saying: NoticeCode.passwordChanged)
        case .wrongPassword: page.currentProblem = Texts["accounts.this-is-not-your-current-password"]
        case .weakPassword(let why): page.passwordProblem = why
        case .tooMany(let wait):
            let seconds = max(1, Int(wait.components.seconds))
            page.currentProblem =
                Texts["common.too-many-attempts-try-again-in", ["duration": Words.waitingTime(seconds: seconds)]]
            var response = try pages.render(page, status: .tooManyRequests)
            response.headers[.retryAfter] = "\(seconds)"
            return response
        }
        return try pages.render(page, status: .unprocessableContent)
    }

    /// Ends one session; ending the current one signs out.
    @Sendable func endSession(_ request: SignedInRequest) throws -> Response {
        guard let id = Int(asked: request.parameter("session")),
            try accounts.endSession(id, of: request.account.name, by: request.account.actor, now: request.clock.now)
        else { return try errors.notFound(request, what: Texts["accounts.this-session-has-already-ended"]) }
        return request.redirect(to: Paths.ownAccount, saying: NoticeCode.sessionsEnded(1))
    }

    /// Ends every session except the current one.
    @Sendable func endSessions(_ request: SignedInRequest) throws -> Response {
        let count = try accounts.endSessions(
            of: request.account.name, except: request.session, by: request.account.actor, now: request.clock.now)
        return request.redirect(to: Paths.ownAccount, saying: NoticeCode.sessionsEnded(count))
    }

    private func page(_ request: SignedInRequest) throws -> OwnAccountPage {
        let sessions = try accounts.sessions(of: request.account.name, now: request.clock.now)
        return OwnAccountPage(
            chrome: request.chrome(Texts["common.your-account"]), name: request.account.name,
            roles: request.account.roles.sorted().map(\.title).joined(separator: ", "),
            sessions: sessions.map {
                SessionRow($0, account: Paths.ownAccount, current: request.session, clock: request.clock)
            },
            hasOthers: sessions.contains { $0.id != request.session })
    }
}
