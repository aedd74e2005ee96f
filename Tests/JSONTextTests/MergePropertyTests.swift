import JSONText
import TestSupport
import Testing

/// Merges random documents that were edited on two sides, and compares the results with the known edits.
struct MergePropertyTests {
    /// A function that merges base, mine and theirs. It returns the pointers of the conflicts, and the merged text with
    /// each conflict decided for mine.
    typealias Merging = (JSONDocument, JSONDocument, JSONDocument) -> (conflicts: [String], text: [UInt8])

    private static func merge(
        _ base: JSONDocument, _ mine: JSONDocument, _ theirs: JSONDocument
    ) -> (conflicts: [String], text: [UInt8]) {
        let merge = JSONMerge(base: base, mine: mine, theirs: theirs)
        return (merge.conflicts.map(\.pointer.description), merge.text { _ in .mine })
    }

    @Test func `a merge contains the edits of both sides, and its conflicts are exactly the overlaps`() throws {
        var overlapping = 0
        for seed in 0..<10_000 {
            let trial = MergeTrial(seed: UInt64(seed))
            if !trial.overlaps.isEmpty { overlapping += 1 }
            let problem = try trial.problem(of: Self.merge)
            #expect(problem == nil, "seed \(seed)")
            if problem != nil { break }
        }
        // Trials with overlaps and trials without must both be frequent.
        #expect((2_000..<8_000).contains(overlapping))
    }

    @Test func `the comparison finds merges that lose changes, hide conflicts or report too many`() throws {
        let wrong: [Merging] = [
            // My text replaces theirs.
            { _, mine, _ in ([], mine.bytes) },
            // The conflicts are right, but the text is theirs.
            { (Self.merge($0, $1, $2).conflicts, $2.bytes) },
            // Conflicts are decided without being reported.
            { ([], Self.merge($0, $1, $2).text) },
            // Everything is a conflict.
            { ([""], Self.merge($0, $1, $2).text) },
            // The sides are exchanged.
            { (Self.merge($0, $2, $1).conflicts, Self.merge($0, $2, $1).text) },
        ]
        for merging in wrong {
            let problems = try (0..<200).count { try MergeTrial(seed: UInt64($0)).problem(of: merging) != nil }
            #expect(problems > 20)
        }
    }

    @Test func `a merge with an unchanged side is the other side, byte for byte`() throws {
        for seed in 0..<500 {
            let trial = MergeTrial(seed: UInt64(seed))
            let base = try JSONDocument(parsing: trial.base.text)
            let mine = try JSONDocument(parsing: trial.mine.text)
            #expect(Self.merge(base, mine, base).text == mine.bytes)
            #expect(Self.merge(base, base, mine).text == mine.bytes)
            #expect(Self.merge(base, mine, mine).text == mine.bytes)
        }
    }
}

private extension Range<Int> {
    func count(where isCounted: (Int) throws -> Bool) rethrows -> Int { try filter(isCounted).count }
}
