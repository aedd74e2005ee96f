import Publishing
import SchemaRepository
import TestSupport
import Testing

@testable import ReadAPI

/// The division of clients among the parts of a feature with many rules. A part is an edition of a rule; a
/// segment is an interval of versions.
@Suite struct SegmentShareTests {
    @Test func `RankedMaximum finds the same first number above a limit as a linear search`() {
        var random = SeededNumbers(seed: 31)
        for count in 0...9 {
            var (numbers, tree) = (Array(repeating: 0, count: count), RankedMaximum(count: count))
            for _ in 0..<100 {
                if let index = numbers.indices.randomElement(using: &random) {
                    numbers[index] = Int.random(in: 0...4, using: &random)
                    tree.set(numbers[index], at: index)
                }
                let (start, limit) = (Int.random(in: 0...count, using: &random), Int.random(in: 0...4, using: &random))
                #expect(tree.first(from: start, above: limit) == numbers[start...].firstIndex { $0 > limit })
            }
        }
    }

    @Test func `in each segment, a part gets the buckets below its percentage that no earlier part gets`() throws {
        let shares = SegmentShares(
            of: [(2..<4, 500), (3..<3, 700), (0..<5, 200), (1..<5, 1_000)], segmentCount: 5)
        #expect(shares.shares.map { $0.map(\.part) } == [[2], [2, 3], [0, 3], [0, 3], [2, 3]])
        #expect(shares.shares.map { $0.map(\.from) } == [[0], [0, 200], [0, 500], [0, 500], [0, 200]])
        let last = try #require(shares.shares[1].last)
        let divisions = shares.blocks[last.block].divisions(at: 1)
        #expect(divisions.map(\.from) == [200, 500])
        #expect(divisions.map(\.segments) == [1..<2, 1..<5])
    }

    @Test(.timeLimit(.minutes(1))) func `a feature with thousands of rules is indexed within a minute`() throws {
        let rules = try (0..<4_000).reversed().map {
            try Sample.rule("1.\($0)", percent: $0.isMultiple(of: 2) ? 100 : 10, revision: $0 + 1, hash: "\($0)")
        }
        let index = try ReadIndex(Sample.snapshot([Sample.feature(rules)]), content: Sample.content)
        let feature = try #require(index.allFeatures.first { _ in true })
        let platform = Array("ios".utf8)
        let arms = feature.arms(platform: platform.span, key: try ClientVersion("1.3001.5").sortKey)
        #expect(arms.map(\.edition.identity.revision) == [3_002, 3_001])
        #expect(arms.map(\.edition.identity.range.comparators) == [">=1.3001 <1.3002", ">=1.3000 <1.3002"])
    }
}
