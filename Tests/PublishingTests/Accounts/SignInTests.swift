import Foundation
import PostgreSQL
import Publishing
import Synchronization
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

    @Test func `the right password opens a session of the account`() throws {
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

    @Test func `the session's row does not contain the token`() throws {
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

    @Test func `only open sessions are counted when sessions are ended`() throws {
        _ = try signIn(password: password, token: "expired")
        _ = try signIn(password: password, token: "idle", after: 7 * 3_600)
        _ = try signIn(password: password, token: "open", after: 8 * 3_600 - 1)
        let later = now.addingTimeInterval(8 * 3_600)
        #expect(try accounts.sessions(of: "ada", now: later).count == 1)

        #expect(try accounts.endSessions(of: "ada", by: .operator, now: later) == 1)
        let ended = try AuditStore(pool: database.pool).events().filter { $0.action == "session.ended" }
        #expect(ended.map(\.detail) == [#"{"sessions": 1}"#])
        #expect(try accounts.endSessions(of: "ada", by: .operator, now: later) == 0)
    }

    @Test(arguments: ["ada", "nobody", "not a name"])
    func `after four failures the wait grows, even for a name without an account`(_ name: String) throws {
        for _ in 0..<4 { #expect(try signIn(name, "wrong") == .wrong) }
        #expect(try signIn(name, "wrong") == .tooMany(retryAfter: .seconds(1)))
        #expect(try signIn(name, "wrong", after: 1) == .wrong)
        #expect(try signIn(name, "wrong", after: 2) == .tooMany(retryAfter: .seconds(1)))
        #expect(try signIn(name, "wrong", after: 3) == .wrong)
        #expect(try signIn(name, "wrong", after: 3) == .tooMany(retryAfter: .seconds(4)))
    }

    @Test func `of a thousand wrong passwords in the same second only four are checked`() throws {
        var lookedAt = 0
        for _ in 0..<1_000 where try signIn(password: "wrong") == .wrong { lookedAt += 1 }
        #expect(lookedAt == 4)
        // After the wait the owner can sign in, which resets the count of failures.
        guard case .signedIn = try signIn(password: password, after: 900) else {
            Issue.record("the owner stays locked out")
            return
        }
        #expect(try signIn(password: "wrong", after: 901) == .wrong)
    }

    @Test func `an attempt without enough memory to verify the password does not count`() throws {
        let hash = "$argon2id$v=19$m=4294967295,t=1,p=1$R2FsbGV5LWRlY295LTAwMQ$\(String(repeating: "A", count: 43))"
        try database.pool.withConnection { try $0.execute("UPDATE account SET password_hash = \(hash)") }
        for _ in 0..<20 { #expect(try signIn(password: password) == .busy) }
    }

    @Test func `the wait never exceeds a quarter of an hour`() throws {
        var clock: TimeInterval = 0
        for _ in 0..<40 {
            switch try signIn(password: "wrong", after: clock) {
            case .wrong, .disabled, .busy: continue
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
    private func attempt(
        _ password: String, as name: String = "ada", from address: String, device: KnownDevice? = nil,
        after seconds: TimeInterval = 0
    ) throws -> SignInOutcome {
        try accounts.signIn(
            name: name, password: password, token: "token-\(address)-\(seconds)",
            now: now.addingTimeInterval(seconds), remoteAddress: address, device: device)
    }

    private func isIn(_ outcome: SignInOutcome) -> Bool {
        if case .signedIn = outcome { true } else { false }
    }

    @Test func `failures from other addresses do not delay the owner`() throws {
        for host in 1...50 {
            for _ in 1...5 { _ = try attempt("wrong", from: "198.51.100.\(host)") }
        }
        #expect(isIn(try attempt(password, from: "192.0.2.1")))
    }

    @Test func `failures from the owner's address do not delay a browser that signed in before`() throws {
        let account = try #require(try accounts.account(named: "ada"))
        for _ in 1...100 { _ = try attempt("wrong", from: "192.0.2.1") }
        guard case .tooMany = try attempt(password, from: "192.0.2.1") else {
            Issue.record("an unknown browser did not wait")
            return
        }
        let known = KnownDevice(account: account.id, id: "d1")
        #expect(isIn(try attempt(password, from: "192.0.2.1", device: known)))
        // A known device is delayed by its own failures; a device of another account does not count as known.
        for _ in 1...4 { #expect(try attempt("wrong", from: "192.0.2.9", device: known, after: 5) == .wrong) }
        #expect(
            try attempt(password, from: "192.0.2.9", device: known, after: 5) == .tooMany(retryAfter: .seconds(1)))
        let other = KnownDevice(account: account.id + 1, id: "d2")
        guard case .tooMany = try attempt(password, from: "192.0.2.1", device: other) else {
            Issue.record("another account's device did not wait")
            return
        }
    }

    @Test func `an address that tries many names is delayed for at most a minute`() throws {
        var outcomes: [SignInOutcome] = []
        for count in 1...200 { outcomes.append(try attempt("wrong", as: "nobody\(count)", from: "198.51.100.7")) }
        #expect(outcomes.filter { $0 == .wrong }.count == 30)
        let rows = try database.pool.withConnection { connection in
            try connection.query("SELECT count(*) AS rows FROM sign_in_failure").map { try $0["rows", as: Int.self] }
        }
        #expect(rows == [31])
        #expect(isIn(try attempt(password, from: "198.51.100.7", after: 61)))
    }

    @Test func `failures recorded while the clock was wrong delay nobody`() throws {
        let ahead: TimeInterval = 400 * 86_400
        for _ in 1...10 { _ = try attempt("wrong", from: "192.0.2.1", after: ahead) }
        #expect(isIn(try attempt(password, from: "192.0.2.1")))
        #expect(isIn(try attempt(password, from: "192.0.2.1", after: ahead + 5)))
    }

    @Test func `a flood of failures is summarized in few events, without names that have no account`() throws {
        for host in 0..<20 {
            for _ in 1...5 { _ = try attempt("x", as: "my secret, mistyped", from: "198.51.100.\(host)") }
        }
        _ = try attempt("wrong", from: "192.0.2.77")
        try accounts.recordRefusals()
        try accounts.recordRefusals()
        let events = try AuditStore(pool: database.pool).events().filter { $0.action.hasPrefix("session.sign-in") }
        #expect(events.filter { $0.action == "session.sign-in-failed" }.count == 20)
        let summaries = events.filter { $0.action == "session.sign-ins-refused" }
        #expect(summaries.count == 1)
        let detail = try #require(summaries.first?.detail)
        #expect(detail.contains(#""attempts": 81"#))
        #expect(detail.contains(#""names": ["ada"]"#))
        #expect(detail.contains("198.51.100.10"))
        #expect(!events.contains { $0.subject.contains("secret") || $0.detail.contains("secret") })
    }

    @Test func `attempts refused by a full queue are not counted and do not delay a known browser`() throws {
        let account = try #require(try accounts.account(named: "ada"))
        let outcomes = Mutex<[SignInOutcome]>([])
        // More attempts than are admitted (two running, sixteen waiting), each with its own address and name.
        DispatchQueue.concurrentPerform(iterations: 64) { number in
            guard let outcome = try? attempt("wrong", as: "n\(number)", from: "198.51.100.\(number)") else { return }
            outcomes.withLock { $0.append(outcome) }
        }
        let known = KnownDevice(account: account.id, id: "d1")
        #expect(isIn(try attempt(password, from: "192.0.2.1", device: known)))
        for number in 0..<64 {
            #expect(try attempt("wrong", as: "n\(number)", from: "198.51.100.\(number)", after: 100) == .wrong)
        }
        #expect(outcomes.withLock { $0 }.allSatisfy { $0 == .wrong || $0 == .busy })
    }
}

extension SignInTests {
    private func signIn(password: String, token: String = "token", after seconds: TimeInterval = 0) throws
        -> SignInOutcome
    {
        try signIn("ada", password, token: token, after: seconds)
    }
}
