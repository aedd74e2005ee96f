import PostgreSQL
import SchemaRepository
import TestSupport
import Testing

struct SortKeyTests {
    private struct Pair: Decodable {
        let a: String
        let b: String
        let order: Int
    }

    @Test(.enabled(if: Corpora.contain("semver.jsonl"), "../shared/corpora/semver.jsonl is missing"))
    func `PostgreSQL orders sort keys like the versions of the test corpus`() throws {
        let pairs = try Corpora.read("semver.jsonl", as: Pair.self)
        #expect(pairs.count == 100)
        try TestDatabase.make().pool.withConnection { connection in
            for pair in pairs {
                let (left, right) = try (ClientVersion(pair.a).sortKey, ClientVersion(pair.b).sortKey)
                let order = try connection.query(
                    "SELECT CASE WHEN \(left) < \(right) THEN -1 WHEN \(left) > \(right) THEN 1 ELSE 0 END AS it"
                ).map { try $0["it", as: Int.self] }
                #expect(order == [pair.order], "\(pair.a) \(pair.b)")
            }
            let versions = try pairs.flatMap { [try ClientVersion($0.a), try ClientVersion($0.b)] }
            let sorted = try connection.query(
                "SELECT key FROM unnest(\(versions.map(\.sortKey))) AS keys (key) ORDER BY key"
            ).map { try $0["key", as: [UInt8].self] }
            #expect(sorted == versions.sorted().map(\.sortKey))
        }
    }
}
