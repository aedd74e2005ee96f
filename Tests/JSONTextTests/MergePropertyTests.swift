import JSONText
import TestSupport
import Testing

/// Random documents, edited on two sides: the merge is compared with the edits themselves, which know every item.
struct MergePropertyTests {
    /// A merge of base, mine and theirs: the pointers of its conflicts, and the merged text, conflicts taken from mine.
    typealias Merging = (JSONDocument, JSONDocument, JSONDocument) -> (conflicts: [String], text: [UInt8])

    private static func merge(
        _ base: JSONDocument, _ mine: JSONDocument, _ theirs: JSONDocument
    ) -> (conflicts: [String], text: [UInt8]) {
        let merge = JSONMerge(base: base, mine: mine, theirs: theirs)
        return (merge.conflicts.map(\.pointer.description), merge.text { _ in .mine })
    }

    @Test func `a merge equals both edits, and its conflicts are exactly the overlaps`() throws {
        var overlapping = 0
        for seed in 0..<10_000 {
            let trial = MergeTrial(seed: UInt64(seed))
            if !trial.overlaps.isEmpty { overlapping += 1 }
            let problem = try trial.problem(of: Self.merge)
            #expect(problem == nil, "seed \(seed)")
            if problem != nil { break }
        }
        // Both kinds are tried often.
        #expect((2_000..<8_000).contains(overlapping))
    }

    @Test func `a merge that forgets, overwrites or reports too much is found out`() throws {
        let wrong: [Merging] = [
            // The last one wins.
            { _, mine, _ in ([], mine.bytes) },
            // The conflicts are right, the text is not.
            { (Self.merge($0, $1, $2).conflicts, $2.bytes) },
            // Conflicts are silently decided.
            { ([], Self.merge($0, $1, $2).text) },
            // Everything is a conflict.
            { ([""], Self.merge($0, $1, $2).text) },
            // The sides are confused.
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
