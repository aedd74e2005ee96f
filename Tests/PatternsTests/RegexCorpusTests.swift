import Patterns
import TestSupport
import Testing

/// The patterns and texts of `../shared/corpora/regex.jsonl`, with the answers of a browser's engine.
struct RegexCorpusTests {
    private struct Row: Decodable {
        let id: String
        let pattern: String
        let string: String
        let compiles: Bool
        let match: Bool?
    }

    @Test(.enabled(if: Corpora.contain("regex.jsonl"), "../shared/corpora/regex.jsonl is missing"))
    func `every row of the corpus gets the recorded answer`() throws {
        let rows = try Corpora.read("regex.jsonl", as: Row.self)
        #expect(rows.count > 50)
        for row in rows {
            let answer = try? Pattern(row.pattern).matches(row.string)
            #expect(answer == (row.compiles ? row.match : nil), "\(row.id) \(row.pattern)")
        }
    }
}
