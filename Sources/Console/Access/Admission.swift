import Foundation
import MicroHTTP
import Publishing

/// Limits the size of request bodies: requests without a session from unknown devices may send no body, or only a small
/// form.
struct Admission: Sendable {
    /// The maximum size in bytes of a form from an unknown sender; enough for a name and a password.
    static let smallForm = 16 << 10

    let accounts: AccountStore
    let cookie: SessionCookie
    let device: DeviceCookie
    let now: @Sendable () -> Date

    /// Returns `limit` for requests with a session or from a known device, 0 for all others. A known device may send a
    /// text even after its session has ended, so that the text is not lost. While the database is unavailable, every
    /// session cookie counts as a session.
    @Sendable func known(_ request: Request, limit: Int) throws -> Int {
        let moment = now()
        if device.device(of: request, now: moment) != nil { return limit }
        guard let token = cookie.token(in: request) else { return 0 }
        do {
            return try accounts.account(forSession: token, now: moment) == nil ? 0 : limit
        } catch  where isDatabaseAway(error) {
            // The session cannot be looked up. The body is accepted, so that the error page can contain its text.
            return limit
        }
    }

    /// Returns the result of `known`, but at least the smaller of `limit` and `smallForm`, so that anybody can sign in.
    @Sendable func anyone(_ request: Request, limit: Int) throws -> Int {
        try max(min(limit, Self.smallForm), known(request, limit: limit))
    }
}
