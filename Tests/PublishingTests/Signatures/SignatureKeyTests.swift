import Cryptography
import Foundation
import PostgreSQL
import Publishing
import TestSupport
import Testing

@Suite("Signature keys") struct SignatureKeyTests {
    let pool: ConnectionPool
    let stores: Stores

    init() throws {
        pool = try TestDatabase.make().pool
        stores = Stores(pool: pool)
    }

    private func ensure() throws { try pool.withConnection { try SignatureKeyStore.ensure(on: $0) } }

    @Test func `the id of a key is its thumbprint, as in RFC 8037, appendix A.3`() throws {
        let seed = try #require(Data(base64Encoded: "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A="))
        let key = SignatureKey(key: try #require(SigningKey(seed: Array(seed))), createdAt: .now)
        #expect(key.publicText == "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo")
        #expect(key.id == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
    }

    @Test func `the id of a new key is not taken for an option at the command line`() throws {
        // One in 64 random ids would begin with a hyphen.
        for _ in 0..<500 { #expect(try #require(SignatureKey.random(at: .now)).id.first != "-") }
    }

    @Test func `the first node creates a key, and later ones keep it`() throws {
        #expect(try stores.signatureKeys.active().isEmpty)
        try ensure()
        let first = try stores.signatureKeys.active()
        try ensure()
        #expect(first.count == 1)
        #expect(try stores.signatureKeys.active() == first)
    }

    @Test func `at most two keys are active, and the last one cannot retire`() throws {
        try ensure()
        let old = try #require(try stores.signatureKeys.active().first)
        guard case .done(let new) = try stores.signatureKeys.add(by: .operator) else {
            Issue.record("no key was added")
            return
        }
        #expect(try stores.signatureKeys.active().map(\.id) == [old.id, new.id])
        #expect(try stores.signatureKeys.add(by: .operator) == .tooMany)
        #expect(try stores.signatureKeys.retire("none", by: .operator) == .unknown)
        #expect(try stores.signatureKeys.retire(old.id, by: .operator) == .done(old))
        #expect(try stores.signatureKeys.retire(old.id, by: .operator) == .unknown)
        #expect(try stores.signatureKeys.retire(new.id, by: .operator) == .last)
        #expect(try stores.signatureKeys.active().map(\.id) == [new.id])
        let actions = try stores.audit.events(limit: 10).map(\.action)
        #expect(actions == ["signature-key.retired", "signature-key.added"])
    }
}
