import Foundation
import MicroHTTP
import Publishing

/// Decides which requests may send a body: those with a session, and those from a known device.
struct Admission: Sendable {
    /// The maximum form size of unknown visitors in bytes, enough for a name and a password.
    static let smallForm = 16 << 10

    let accounts: AccountStore
    let cookie: SessionCookie
    let device: DeviceCookie
    let now: @Sendable () -> Date

    /// Accepts bodies from sessions and known devices only. A known device may send its text also after its session
    /// ended or while the database is away, so that the text is not lost.
    @Sendable func known(_ request: Request, limit: Int) throws -> Int {
        let moment = now()
        if device.device(of: request, now: moment) != nil { return limit }
        guard let token = cookie.token(in: request) else { return 0 }
        do {
            return try accounts.account(forSession: token, now: moment) == nil ? 0 : limit
        } catch  where isDatabaseAway(error) {
            // The session cannot be looked up; the error page keeps the text.
            return limit
        }
    }

    /// Accepts a small form from anybody.
    @Sendable func anyone(_ request: Request, limit: Int) throws -> Int {
        try max(min(limit, Self.smallForm), known(request, limit: limit))
    }
}
