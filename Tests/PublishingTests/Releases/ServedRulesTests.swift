import Publishing
import SchemaRepository
import Testing

@Suite("The rules that clients get") struct ServedRulesTests {
    /// Returns a rule with an edition for each of `parts`: the version from which it is served, and its hash.
    private func rule(
        _ revision: Int, _ percent: RolloutPercent = .everyone, until: String? = nil, parts: [(String, String)]
    )
        throws -> Rule
    {
        let starts = try parts.map { try ClientVersion($0.0) }
        let end = try until.map { try ClientVersion($0) }
        let ends = starts.dropFirst().map { $0 as ClientVersion? } + [end]
        let editions = zip(zip(starts, ends), parts).map { range, part in
            Edition(from: range.0, until: range.1, hash: part.1, size: 1, schemaRelease: 1, release: revision)
        }
        return Rule(
            platform: "ios", from: starts[0], until: end, percent: percent, revision: revision, editions: editions)
    }

    private func words(_ rules: [Rule]) -> [String] {
        rules.flatMap { rule in rule.editions.map { "r\(rule.revision) \($0.range) \($0.hash)" } }
    }

    @Test func `served editions omit versions with a higher rule for everyone; equal neighbors merge`() throws {
        let rules = [
            try rule(1, parts: [("5.0", "a"), ("6.0", "a"), ("7.0", "b"), ("8.0", "c")]),
            try rule(2, parts: [("7.5", "d"), ("9.0", "d")]),
        ]

        #expect(
            words(RuleTable(rules, platform: "ios").served)
                == ["r2 [7.5, ∞) d", "r1 [5.0, 7.0) a", "r1 [7.0, 7.5) b"])
        #expect(RuleTable(rules, platform: "web").served.isEmpty)
    }

    @Test func `the rule below a rule for a share is still served`() throws {
        let rules = [
            try rule(2, until: "7.0", parts: [("5.0", "b")]), try rule(3, 25, until: "6.5", parts: [("6.0", "c")]),
        ]

        #expect(words(RuleTable(rules, platform: "ios").served) == ["r3 [6.0, 6.5) c", "r2 [5.0, 7.0) b"])
    }
}
