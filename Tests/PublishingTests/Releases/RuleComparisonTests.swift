import SchemaRepository
import Testing

@testable import Publishing

@Suite struct RuleComparisonTests {
    /// A rule from 5.0 with the given contents, each from a version on.
    private func rule(_ contents: [(from: String, hash: String)]) throws -> Rule {
        var editions: [Edition] = []
        for (index, content) in contents.enumerated() {
            let next = contents.indices.contains(index + 1) ? contents[index + 1].from : nil
            editions.append(
                Edition(
                    from: try ClientVersion(content.from), until: try next.map { try ClientVersion($0) },
                    hash: content.hash, size: 1, schemaRelease: 1, release: 1))
        }
        return Rule(
            platform: "ios", from: try ClientVersion("5.0"), until: nil, percent: .everyone, revision: 1,
            editions: editions)
    }

    @Test func `rules are alike only if every version gets the same bytes`() throws {
        let first = try rule([("5.0", "a"), ("6.0", "b")])
        #expect(try first.isLike(rule([("5.0", "a"), ("6.0", "b")])))
        // The bound between two contents moves, for example, if a schema states a later first version of a property.
        #expect(try !first.isLike(rule([("5.0", "a"), ("7.0", "b")])))
        #expect(try !first.includes(rule([("5.0", "b"), ("6.0", "a")])))
        #expect(try first.isLike(rule([("5.0", "a"), ("5.5", "a"), ("6.0", "b")])))
    }
}
