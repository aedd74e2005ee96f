import Cryptography
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Password hashes", .serialized) struct PasswordHashTests {
    @Test func `a password is verified by its hash and another is not`() throws {
        let hash = try PasswordHash.hash("correct horse")

        #expect(hash.hasPrefix("$argon2id$v=19$m=47104,t=1,p=1$"))
        #expect(try PasswordHash.verify("correct horse", against: hash))
        #expect(try !PasswordHash.verify("correct horsf", against: hash))
        #expect(try !PasswordHash.verify("", against: hash))
        #expect(try PasswordHash.hash("correct horse") != hash)
    }

    @Test func `a password in another Unicode normalization form is the same password`() throws {
        let hash = try PasswordHash.hash("caf\u{e9} \u{fb01}")

        #expect(try PasswordHash.verify("cafe\u{301} fi", against: hash))
    }

    @Test(arguments: ["", "secret", "$argon2id$v=19$m=47104,t=1,p=1$", CaseText(String(repeating: "x", count: 300))])
    func `a text that is not a hash verifies no password and should be replaced`(hash: CaseText) throws {
        #expect(try !PasswordHash.verify("secret", against: hash.text))
        #expect(PasswordHash.needsRehash(hash.text))
    }

    @Test func `if there is too little memory to verify a password, it does not count as wrong`() {
        // Computing this hash needs 4 TiB.
        let hash = "$argon2id$v=19$m=4294967295,t=1,p=1$R2FsbGV5LWRlY295LTAwMQ$\(String(repeating: "A", count: 43))"
        #expect(throws: PasswordHashError.outOfMemory) { try PasswordHash.verify("secret", against: hash) }
    }

    @Test func `a hash with the current parameters needs no replacement`() throws {
        #expect(PasswordHash.needsRehash(try PasswordHash.hash("secret")) == false)
    }

    @Test func `of forty requests at once, those that find the queue full are refused and the others succeed`() {
        let outcomes = Mutex<[PasswordHashError?]>([])
        let start = DispatchSemaphore(value: 0)
        let group = DispatchGroup()
        for _ in 0..<40 {
            group.enter()
            Thread.detachNewThread {
                start.wait()
                let outcome: PasswordHashError?
                do throws(PasswordHashError) {
                    _ = try PasswordHash.hash("secret")
                    outcome = nil
                } catch {
                    outcome = error
                }
                outcomes.withLock { $0.append(outcome) }
                group.leave()
            }
        }
        for _ in 0..<40 { start.signal() }
        group.wait()

        let all = outcomes.withLock { $0 }
        #expect(all.count == 40)
        #expect(all.count { $0 == nil } >= 18)
        #expect(all.allSatisfy { $0 == nil || $0 == .busy })
    }
}
