import Foundation
import PostgreSQL
import Publishing
import TestSupport
import Testing

struct SignInTests {
    private let accounts: AccountStore
    private let database: TestDatabase
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let password = "correct horse battery"

    init() throws {
        database = try TestDatabase.make()
        accounts = AccountStore(pool: database.pool)
        _ = try accounts.add(name: "ada", password: password, roles: [], by: .operator)
    }

    private func signIn(
        _ name: String = "ada", _ password: String, token: String = "token", after seconds: TimeInterval = 0
    ) throws -> SignInOutcome {
        try accounts.signIn(
            name: name, password: password, token: token, now: now.addingTimeInterval(seconds),
            remoteAddress: "192.0.2.1")
    }

    private func isSignedIn(_ token: String = "token", after seconds: TimeInterval) throws -> Bool {
        try accounts.account(forSession: token, now: now.addingTimeInterval(seconds)) != nil
    }

    @Test func `the right password opens a session that knows its account`() throws {
        guard case .signedIn(let session, let account) = try signIn(" Ada ", password) else {
            Issue.record("not signed in")
            return
        }
        #expect(session.token == "token")
        #expect(session.expiresAt == now.addingTimeInterval(8 * 3_600))
        #expect(account.name == "ada")
        #expect(try accounts.account(forSession: "token", now: now)?.account == account)
        #expect(try accounts.account(forSession: "another", now: now) == nil)
    }

    @Test func `the token itself is nowhere in the database`() throws {
        _ = try signIn(password: password)
        let rows = try database.pool.withConnection { connection in
            try connection.query("SELECT encode(token_hash, 'escape') AS hash FROM session")
                .map { try $0["hash", as: String.self] }
        }
        #expect(rows.count == 1)
        #expect(!rows.contains { $0.contains("token") })
    }

    @Test func `a session ends after half an hour without a request, and after eight hours in any case`() throws {
        _ = try signIn(password: password)
        #expect(try isSignedIn(after: 29 * 60))
        #expect(try isSignedIn(after: 58 * 60))
        #expect(try !isSignedIn(after: 89 * 60))
        _ = try signIn(password: password, token: "busy")
        for minute in stride(from: 0, to: 480, by: 20) { #expect(try isSignedIn("busy", after: Double(minute) * 60)) }
        #expect(try !isSignedIn("busy", after: 8 * 3_600))
    }

    @Test func `signing out, a new password and new roles end sessions`() throws {
        _ = try signIn(password: password)
        try accounts.signOut(token: "token")
        #expect(try !isSignedIn(after: 1))
        _ = try signIn(password: password)
        _ = try accounts.resetPassword(name: "ada", password: "another long password", by: .operator)
        #expect(try !isSignedIn(after: 1))
        #expect(try signIn(password: password) == .wrong)
        guard case .signedIn = try signIn(password: "another long password") else {
            Issue.record("the new password does not work")
            return
        }
        _ = try accounts.setRoles(of: "ada", to: [.administrator], by: .operator)
        #expect(try !isSignedIn(after: 1))
    }

    @Test(arguments: ["ada", "nobody", "not a name"])
    func `failures wait longer each time, the same for a name that nobody has`(_ name: String) throws {
        for _ in 0..<4 { #expect(try signIn(name, "wrong") == .wrong) }
        #expect(try signIn(name, "wrong") == .tooMany(retryAfter: .seconds(1)))
        #expect(try signIn(name, "wrong", after: 1) == .wrong)
        #expect(try signIn(name, "wrong", after: 2) == .tooMany(retryAfter: .seconds(1)))
        #expect(try signIn(name, "wrong", after: 3) == .wrong)
        #expect(try signIn(name, "wrong", after: 3) == .tooMany(retryAfter: .seconds(4)))
    }

    @Test func `of a thousand wrong passwords at once at most a dozen are looked at`() throws {
        var lookedAt = 0
        for _ in 0..<1_000 where try signIn(password: "wrong") == .wrong { lookedAt += 1 }
        #expect(lookedAt == 4)
        // The wait is over: the owner is let in, and the count begins anew.
        guard case .signedIn = try signIn(password: password, after: 900) else {
            Issue.record("the owner stays locked out")
            return
        }
        #expect(try signIn(password: "wrong", after: 901) == .wrong)
    }

    @Test func `the wait never exceeds a quarter of an hour`() throws {
        var clock: TimeInterval = 0
        for _ in 0..<40 {
            switch try signIn(password: "wrong", after: clock) {
            case .wrong, .disabled: continue
            case .tooMany(let wait):
                #expect(wait <= .seconds(900))
                clock += Double(wait.components.seconds)
            case .signedIn: Issue.record("signed in")
            }
        }
        #expect(clock > 3_600)
    }
}

extension SignInTests {
    private func signIn(password: String, token: String = "token", after seconds: TimeInterval = 0) throws
        -> SignInOutcome
    {
        try signIn("ada", password, token: token, after: seconds)
    }
}
