import Foundation
import HTTPTypes
import MicroHTTP
import Publishing

/// Wraps handlers for programs that send a token (`Authorization: Bearer galley_…`, RFC 6750): checks the token, its
/// scope, the parameters and the idempotency key. Cookies are ignored, so that no other site can act through a person's
/// browser.
struct TokenAccess: Sendable {
    let tokens: TokenStore
    let heavyWork: FairWorkQueue
    let repeated: RepeatedRequests
    let description: APIDescription
    let now: @Sendable () -> Date

    /// Returns a handler for tokens with a scope.
    func callAsFunction(
        _ scope: TokenScope, _ handler: @escaping @Sendable (Request, Account) throws -> Response
    ) -> Handler {
        { request in
            try answer(request, { _ in [scope] }) { holder in try handler(request, holder.account) }
        }
    }

    /// Returns a handler for heavy work and tokens with a scope. A request waits for its turn in `queue`; if `queue` is
    /// nil, in the queue that the console's pages use.
    func heavy(
        _ scope: TokenScope, at queue: FairWorkQueue? = nil,
        _ handler: @escaping @Sendable (Request, Account) throws -> Response
    ) -> Handler {
        heavy(anyOf: [scope], at: queue, handler)
    }

    /// Returns a handler for heavy work and tokens with at least one of some scopes.
    func heavy(
        anyOf scopes: [TokenScope], at queue: FairWorkQueue? = nil,
        _ handler: @escaping @Sendable (Request, Account) throws -> Response
    ) -> Handler {
        waiting(at: queue, { _ in scopes }, handler)
    }

    /// Returns a handler for heavy work and tokens with the scope that the request needs.
    func heavy(
        at queue: FairWorkQueue? = nil, _ scope: @escaping @Sendable (Request) throws -> TokenScope,
        _ handler: @escaping @Sendable (Request, Account) throws -> Response
    ) -> Handler {
        waiting(at: queue, { [try scope($0)] }, handler)
    }

    private func waiting(
        at queue: FairWorkQueue?, _ scopes: @escaping @Sendable (Request) throws -> [TokenScope],
        _ handler: @escaping @Sendable (Request, Account) throws -> Response
    ) -> Handler {
        { request in
            try answer(request, scopes) { holder in
                let response = try (queue ?? heavyWork).run(of: .account(holder.account.id), size: request.body.count) {
                    // A problem that the handler throws becomes its response.
                    try Self.reporting { try handler(request, holder.account) }
                }
                return try response ?? ErrorProblems().busy(request)
            }
        }
    }

    /// Accepts a request's body only if the request's token has a scope.
    func admits(_ scope: TokenScope) -> BodyAdmission { admits { _ in scope } }

    /// Accepts a request's body only if the request's token has at least one of some scopes.
    func admits(anyOf scopes: [TokenScope]) -> BodyAdmission {
        { request, limit in
            guard let holder = try holder(request) else { return 0 }
            return scopes.contains { holder.may($0) } ? limit : 0
        }
    }

    /// Accepts a request's body only if the request's token has the scope that the request needs.
    func admits(_ scope: @escaping @Sendable (Request) throws -> TokenScope) -> BodyAdmission {
        { request, limit in try holder(request)?.may(scope(request)) == true ? limit : 0 }
    }

    private func answer(
        _ request: Request, _ scopes: (Request) throws -> [TokenScope], _ handler: (TokenHolder) throws -> Response
    ) throws -> Response {
        try Self.reporting {
            guard let holder = try holder(request) else { return try unauthorized() }
            try description.checkParameters(of: request)
            let scopes = try scopes(request)
            guard scopes.contains(where: { holder.may($0) }) else { return try forbidden(scopes) }
            // A request that needs only the scope `read` changes nothing, so it can be repeated without a key.
            guard scopes != [.read] else { return try handler(holder) }
            return try repeated.answer(request, by: holder.account) { try handler(holder) }
        }
    }

    /// Returns the response of `work`; if `work` throws a problem, returns the response that reports the problem.
    static func reporting(_ work: () throws -> Response) throws -> Response {
        do { return try work() } catch let problem as APIProblem { return try problem.response }
    }

    private func holder(_ request: Request) throws -> TokenHolder? {
        guard let header = request.headers[.authorization] else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return try tokens.holder(of: String(parts[1]).trimmingSpaces(), now: now())
    }

    private func unauthorized() throws -> Response {
        var response = try APIProblem.response(
            .unauthorized, "unauthorized", title: Texts["api.no-valid-token"],
            detail: Texts["api.send-a-token"])
        response.headers[.wwwAuthenticate] = "Bearer realm=\"galley\""
        return response
    }

    private func forbidden(_ scopes: [TokenScope]) throws -> Response {
        try APIProblem.response(
            .forbidden, "forbidden", title: Texts["api.not-allowed"],
            detail: Texts[
                "api.needs-scope",
                [
                    "scope": Words.alternatives(scopes.map(\.rawValue)),
                    "permission": Words.alternatives(scopes.map(\.permission.rawValue)),
                ]])
    }
}
