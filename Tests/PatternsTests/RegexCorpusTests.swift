import Foundation
import Patterns
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

    private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/corpora/regex.jsonl")

    @Test(.enabled(if: FileManager.default.fileExists(atPath: file.path), "\(file.path) is absent"))
    func `every row of the corpus gets the recorded answer`() throws {
        let lines = try Data(contentsOf: Self.file).split(separator: UInt8(ascii: "\n"))
        #expect(lines.count > 50)
        for line in lines {
            let row = try JSONDecoder().decode(Row.self, from: line)
            let answer = try? Pattern(row.pattern).matches(row.string)
            #expect(answer == (row.compiles ? row.match : nil), "\(row.id) \(row.pattern)")
        }
    }
}
