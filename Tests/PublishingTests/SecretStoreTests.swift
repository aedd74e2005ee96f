import PostgreSQL
import Publishing
import TestSupport
import Testing

@Suite("Secrets") struct SecretStoreTests {
    @Test func `the first signing key is stored and returned from then on`() throws {
        let secrets = SecretStore(pool: try TestDatabase.make().pool)

        let first = try secrets.signingKey { Array(repeating: 1, count: 32) }
        let second = try secrets.signingKey { Array(repeating: 2, count: 32) }

        #expect(first == Array(repeating: 1, count: 32))
        #expect(second == first)
    }

    @Test func `a key that is too short is refused`() throws {
        let secrets = SecretStore(pool: try TestDatabase.make().pool)

        #expect(throws: PostgreSQLError.self) { try secrets.signingKey { [1, 2, 3] } }
    }
}
