import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing

/// Wraps handlers for signed-in accounts: checks the session, the CSRF token and the permission, and refuses forms that
/// are not UTF-8 or whose feature name now belongs to another feature.
struct SignedIn: Sendable {
    let accounts: AccountStore
    let features: FeatureStore
    let cookie: SessionCookie
    let csrf: CSRF
    let notices: Notices
    let errors: ErrorPages
    let sessions: SessionHandlers
    let now: @Sendable () -> Date
    let heavyWork: FairWorkQueue

    /// Returns a handler for accounts with a permission.
    func callAsFunction(
        _ permission: Permission, _ handler: @escaping @Sendable (SignedInRequest) throws -> Response
    ) -> Handler {
        { request in
            guard let visit = try visit(request) else { return try signInFirst(request) }
            return try answer(visit, permission, handler)
        }
    }

    /// Returns a handler for heavy work. Before a request's form is parsed, the request waits for its turn in `queue`;
    /// if `queue` is nil, in the console's shared queue.
    func heavy(
        _ permission: Permission, at queue: FairWorkQueue? = nil,
        _ handler: @escaping @Sendable (SignedInRequest) throws -> Response
    ) -> Handler {
        { request in
            guard let visit = try visit(request) else { return try signInFirst(request) }
            let response = try (queue ?? heavyWork).run(
                of: .account(visit.session.account.id), size: request.body.count
            ) { () -> Response? in
                // The client may have disconnected while its request waited.
                if request.isAbandoned() { return nil }
                return try answer(visit, permission, handler)
            }
            return try response.flatMap(\.self) ?? errors.crowded(request)
        }
    }

    /// Returns the “not found” page for an address that matches no route; nil for a posted form, and if nobody is
    /// signed in.
    func notFound(_ request: Request) throws -> Response? {
        guard request.method == .get || request.method == .head, let visit = try visit(request) else { return nil }
        return try answer(visit, .view) { try errors.notFound($0) }
    }

    /// A request with a valid session.
    private struct Visit {
        let request: Request
        /// The session's secret token from the cookie.
        let token: String
        let session: SignedInSession
        let moment: Date
    }

    /// Looks up the session of a request; returns nil if it has no valid session.
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
        var signedIn = SignedInRequest(
            request: request, account: session.account, session: session.id, csrf: csrf.token(of: visit.token),
            clock: Clock(now: visit.moment),
            form: isSafe ? FormBody() : request.form, notices: notices,
            work: WorkBudget(isAbandoned: request.isAbandoned))
        guard isSafe || csrf.accepts(request, form: signedIn.form, session: visit.token) else {
            return try sessions.reopen(signedIn) ?? errors.foreignForm(signedIn)
        }
        // Invalid bytes were replaced by U+FFFD, which would be saved instead of what was sent.
        guard signedIn.form.items.allSatisfy(\.isWellFormed) else { return try errors.malformedForm(signedIn) }
        guard session.account.may(permission) else { return try errors.forbidden(permission, signedIn) }
        let name = signedIn.parameter("feature")
        let meaning = try name.isEmpty ? nil : features.meaning(of: name)
        signedIn.feature = meaning?.id
        if isSafe {
            if let meaning, let moved = moved(signedIn, meaning) { return moved }
        } else if let meaning, let refused = try refused(signedIn, meaning) {
            return refused
        }
        var response = try handler(signedIn)
        if !isSafe, response.status == .notFound, let kept = try kept(signedIn) { response = kept }
        let isPage = response.status != .seeOther
        notices.forget(isPage ? notices.notice(in: request, session: signedIn.csrf) : nil, on: &response)
        return response
    }

    /// Returns a redirect from a former name of a feature to the same page under its present name; nil if the request
    /// has the present name.
    private func moved(_ request: SignedInRequest, _ meaning: FeatureStore.Meaning) -> Response? {
        guard let former = meaning.former else { return nil }
        let (path, query) = Self.address(request, as: meaning.current)
        return request.redirect(to: path, saying: NoticeCode.renamedSince(former.until), query: query)
    }

    /// Returns an error page with the input if the name in the form's address now belongs to another feature than the
    /// one for which the form's page was made; nil otherwise.
    private func refused(_ request: SignedInRequest, _ meaning: FeatureStore.Meaning) throws -> Response? {
        guard let stated = stated(request), stated != meaning.id else { return nil }
        let name = request.parameter("feature")
        guard let current = try features.name(of: stated) else {
            return try errors.featureReplaced(name, request)
        }
        return try errors.nameTaken(
            name, current: current, target: Self.target(request, as: current), request)
    }

    /// Returns an error page with the input if the name in the form's address no longer belongs to any feature; nil
    /// otherwise.
    private func kept(_ request: SignedInRequest) throws -> Response? {
        let name = request.parameter("feature")
        guard !name.isEmpty, try features.feature(named: name) == nil else { return nil }
        // The feature id in the form takes precedence, because several features may have had this name in the past.
        let known = try stated(request).flatMap { try features.name(of: $0) }
        guard let current = try known ?? features.successor(of: name) else {
            return try errors.noSuchFeature(name, request)
        }
        return try errors.nameEnded(
            name, current: current, target: Self.target(request, as: current), request)
    }

    /// Returns the id of the feature for which the form's page was made; nil if the form does not contain it.
    private func stated(_ request: SignedInRequest) -> Int? {
        CSRF.feature(of: request.request, form: request.form)
    }

    private static func target(_ request: SignedInRequest, as current: String) -> String {
        let (path, query) = address(request, as: current)
        return query.isEmpty ? path : "\(path)?\(query)"
    }

    /// Returns the path and the query of a request, with the feature's former name in the path replaced by the current
    /// one.
    private static func address(_ request: SignedInRequest, as current: String) -> (path: String, query: String) {
        // The name in the path may be percent-encoded, so the rest of the path is found by its slashes.
        let rest = request.request.path.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
            .dropFirst(3).map { "/\($0)" }.joined()
        let target = request.request.target
        let query = target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) } ?? ""
        return (Paths.feature(current) + rest, query)
    }

    /// Returns a redirect to the sign-in page, which leads back to the requested page. For a posted form, returns the
    /// sign-in page with the editor's text in it, or an error page if the form has no such text.
    private func signInFirst(_ request: Request) throws -> Response {
        guard request.method == .get || request.method == .head else {
            return try sessions.keep(request) ?? errors.signedOut(request)
        }
        return .seeOther(Paths.signIn + "?return=" + PercentCoding.encode(request.target))
    }
}
