import Foundation
import PostgreSQL
import Publishing
import SchemaRepository
import TestSupport
import Testing

@Suite("Rule tables") struct RuleTableTests {
    private struct Client {
        let table: Int
        let version: ClientVersion
        let bucket: Int?
        let expected: Int?
    }

    private static let texts = [
        "0", "1.0", "1.9", "1.10", "2.0-alpha", "2.0-alpha.1", "2.0-beta", "2.0", "2.0.0.1", "5.2", "5.2.1-rc.1",
        "5.2.1", "10", "10.0.0.0.1", "99999999999999999999", "1.0+7",
    ]

    /// Finds the revision by the definition: among the rules that contain the version and admit the client's bucket,
    /// the one with the highest `from`, and among those with the same `from` the first.
    private static func bruteForce(_ rules: [Rule], _ version: ClientVersion, _ bucket: Int?) -> Int? {
        var left = rules.filter { rule in
            !(version < rule.from) && (rule.until.map { version < $0 } ?? true)
        }
        while let place = left.firstIndex(where: { rule in left.allSatisfy { !(rule.from < $0.from) } }) {
            let highest = left.remove(at: place)
            if highest.percent.tenths == 1_000 { return highest.revision }
            if let bucket, bucket < highest.percent.tenths { return highest.revision }
        }
        return nil
    }

    private static func rules(_ versions: [ClientVersion], _ numbers: inout SeededNumbers) -> [Rule] {
        (0..<Int.random(in: 0...6, using: &numbers)).compactMap { index in
            guard let from = versions.randomElement(using: &numbers) else { return nil }
            let isBounded = Bool.random(using: &numbers)
            let until = isBounded ? versions.filter { from < $0 }.randomElement(using: &numbers) : nil
            let tenths = [0, 1, 10, 500, 999, 1_000, 1_000].randomElement(using: &numbers) ?? 0
            return Rule(
                platform: "ios", from: from, until: until, percent: RolloutPercent(tenths: tenths),
                revision: index + 1,
                editions: [
                    Edition(from: from, until: until, hash: "h\(index)", size: 1, schemaRelease: 1, release: 1)
                ])
        }
    }

    @Test func `10,000 random rule tables resolve by the definition, in Swift and by sort keys in SQL`() throws {
        var numbers = SeededNumbers(seed: 1_414)
        let versions = Self.texts.compactMap { try? ClientVersion($0) }
        var clients: [Client] = []
        var lines: [String] = []
        for table in 0..<10_000 {
            let rules = Self.rules(versions, &numbers)
            // The order of rules matters only among those with the same start, so the starts are shuffled.
            let starts = Set(rules.map(\.from)).sorted().shuffled(using: &numbers)
            let swift = RuleTable(starts.flatMap { from in rules.filter { $0.from == from } }, platform: "ios")
            for _ in 0..<3 {
                let version = try #require(versions.randomElement(using: &numbers))
                let bucket = Bool.random(using: &numbers) ? Int.random(in: 0..<1_000, using: &numbers) : nil
                let expected = Self.bruteForce(rules, version, bucket)
                let found = swift.answer(at: version, bucket: bucket)?.rule.revision
                #expect(found == expected, "table \(table), \(version), \(bucket ?? -1)")
                clients.append(Client(table: table, version: version, bucket: bucket, expected: expected))
            }
            lines += rules.enumerated().map { rank, rule in
                let until = rule.until.map { Self.hex($0.sortKey) } ?? ""
                let from = Self.hex(rule.from.sortKey)
                return "\(table),\(from),\(until),\(rule.percent.tenths),\(rule.revision),\(rank)"
            }
        }
        let asked = clients.map { "\($0.table),\(Self.hex($0.version.sortKey)),\($0.bucket.map(String.init) ?? "")" }
        let database = try TestDatabase.make()
        let answers = try database.pool.withConnection { connection in
            try connection.query(
                """
                WITH rule AS (
                    SELECT split_part(line, ',', 1)::int AS place, decode(split_part(line, ',', 2), 'hex') AS from_key,
                        decode(nullif(split_part(line, ',', 3), ''), 'hex') AS until_key,
                        split_part(line, ',', 4)::int AS tenths, split_part(line, ',', 5)::bigint AS revision,
                        split_part(line, ',', 6)::int AS rank
                    FROM unnest(\(lines)) AS line
                ), client AS (
                    SELECT number, split_part(line, ',', 1)::int AS place,
                        decode(split_part(line, ',', 2), 'hex') AS key,
                        nullif(split_part(line, ',', 3), '')::int AS bucket
                    FROM unnest(\(asked)) WITH ORDINALITY AS asked (line, number)
                )
                SELECT DISTINCT ON (number) number, revision
                FROM client LEFT JOIN rule ON rule.place = client.place AND from_key <= key
                    AND (until_key IS NULL OR key < until_key) AND (tenths = 1000 OR bucket < tenths)
                ORDER BY number, from_key DESC, rank
                """
            ).map { try $0["revision", as: Int?.self] }
        }
        #expect(answers == clients.map(\.expected))
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
