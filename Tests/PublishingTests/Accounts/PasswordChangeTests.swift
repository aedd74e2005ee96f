import Cryptography
import Foundation
import PostgreSQL
import TestSupport
import Testing

@testable import Publishing

@Suite("Changing a password") struct PasswordChangeTests {
    private let accounts: AccountStore
    private let account: Account
    private let password = "correct horse battery"

    init() throws {
        let store = AccountStore(pool: try TestDatabase.make().pool)
        _ = try store.add(name: "ada", password: password, roles: [], by: .operator)
        account = try #require(try store.account(named: "ada"))
        accounts = store
    }

    @Test func `an attempt whose new password could not be hashed does not count as a failure`() throws {
        var busy = accounts
        busy.hashPassword = { _ throws(PasswordHashError) in throw PasswordHashError.busy }
        for _ in 0..<8 {
            #expect(throws: PasswordHashError.busy) { try change(from: password, by: busy) }
        }
        #expect(try change(from: password, by: accounts) == .changed)
    }

    @Test func `a wrong current password counts as a failure`() throws {
        for _ in 0..<4 { #expect(try change(from: "wrong", by: accounts) == .wrongPassword) }
        #expect(try change(from: password, by: accounts) == .tooMany(retryAfter: .seconds(1)))
    }

    private func change(from current: String, by accounts: AccountStore) throws -> ChangePasswordOutcome {
        try accounts.changePassword(
            of: account, from: current, to: "another long password", keeping: 0,
            now: Date(timeIntervalSince1970: 1_800_000_000), remoteAddress: "192.0.2.1")
    }
}
