import Foundation
import MicroHTTP
import Publishing

/// Decides whose bodies are read: those of sessions, and of browsers that someone signed in with.
struct Admission: Sendable {
    /// The bytes of a form that anybody may send, such as name and password.
    static let smallForm = 16 << 10

    let accounts: AccountStore
    let cookie: SessionCookie
    let device: DeviceCookie
    let now: @Sendable () -> Date

    /// Nothing is read of strangers. Of a known device all is, so that a text whose session has ended is not lost, also
    /// while the database is away.
    @Sendable func known(_ request: Request, limit: Int) throws -> Int {
        let moment = now()
        if device.device(of: request, now: moment) != nil { return limit }
        guard let token = cookie.token(in: request) else { return 0 }
        do {
            return try accounts.account(forSession: token, now: moment) == nil ? 0 : limit
        } catch  where isDatabaseAway(error) {
            // The session cannot be looked up, and the page that says so keeps the text.
            return limit
        }
    }

    /// A small form is read of everybody.
    @Sendable func anyone(_ request: Request, limit: Int) throws -> Int {
        try max(min(limit, Self.smallForm), known(request, limit: limit))
    }
}
