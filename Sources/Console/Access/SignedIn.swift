import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing

/// Lets only those in who are signed in and may do it; checks that what they send comes from our own pages.
struct SignedIn: Sendable {
    let accounts: AccountStore
    let cookie: SessionCookie
    let csrf: CSRF
    let notices: Notices
    let errors: ErrorPages
    let sessions: SessionHandlers
    let now: @Sendable () -> Date
    let heavyWork: HeavyWork

    /// A handler for those who have a permission.
    func callAsFunction(
        _ permission: Permission, _ handler: @escaping @Sendable (SignedInRequest) throws -> Response
    ) -> Handler {
        { request in
            guard let visit = try visit(request) else { return try signInFirst(request) }
            return try answer(visit, permission, handler)
        }
    }

    /// The same for a handler whose work is heavy: it waits for its turn, and its form is not read before.
    func heavy(
        _ permission: Permission, _ handler: @escaping @Sendable (SignedInRequest) throws -> Response
    ) -> Handler {
        { request in
            guard let visit = try visit(request) else { return try signInFirst(request) }
            let response = try heavyWork.run(of: .account(visit.session.account.id), size: request.body.count) {
                () -> Response? in
                // Nobody reads the answer of one who has left while it waited.
                if request.isAbandoned() { return nil }
                return try answer(visit, permission, handler)
            }
            return try response.flatMap(\.self) ?? errors.crowded(request)
        }
    }

    /// A request of someone who is signed in.
    private struct Visit {
        let request: Request
        /// The secret in the cookie.
        let token: String
        let session: SignedInSession
        let moment: Date
    }

    /// Nil for a request of somebody else.
    private func visit(_ request: Request) throws -> Visit? {
        let moment = now()
        guard let token = cookie.token(in: request), let session = try accounts.account(forSession: token, now: moment)
        else { return nil }
        return Visit(request: request, token: token, session: session, moment: moment)
    }

    private func answer(
        _ visit: Visit, _ permission: Permission, _ handler: (SignedInRequest) throws -> Response
    ) throws -> Response {
        let (request, session) = (visit.request, visit.session)
        let isSafe = request.method == .get || request.method == .head
        let signedIn = SignedInRequest(
            request: request, account: session.account, session: session.id, csrf: csrf.token(of: visit.token),
            clock: Clock(now: visit.moment),
            form: isSafe ? FormBody() : request.form, notices: notices,
            work: WorkBudget(isAbandoned: request.isAbandoned))
        guard isSafe || csrf.accepts(request, form: signedIn.form, session: visit.token) else {
            return try sessions.reopen(signedIn) ?? errors.foreignForm(signedIn)
        }
        guard session.account.may(permission) else { return try errors.forbidden(permission, signedIn) }
        var response = try handler(signedIn)
        let isPage = response.status != .seeOther
        notices.forget(isPage ? notices.notice(in: request, session: signedIn.csrf) : nil, on: &response)
        return response
    }

    /// A page leads to signing in and back; a text that was posted waits in the sign-in form.
    private func signInFirst(_ request: Request) throws -> Response {
        guard request.method == .get || request.method == .head else {
            return try sessions.keep(request) ?? errors.signedOut(request)
        }
        return .seeOther(Paths.signIn + "?return=" + PercentCoding.encode(request.target))
    }
}
