import Foundation
import JSONText
import TestSupport
import Testing

/// Parses randomly changed texts: the parser must not crash, and its results must be consistent.
///
/// The seed is fixed, except in long runs, which choose one at random. `FUZZ_SEED` sets the seed to repeat a run, and
/// `FUZZ_ROUNDS` the number of texts.
struct MutationTests {
    private static let fragments = [
        "{", "}", "[", "]", ",", ":", "\"", "'", "\\", "\\u", "\\ud83d", "\\udc00", "//", "/*", "*/", "#", "true",
        "nul",
        "NaN", "-", "+", "0", "1e", ".", "\n", "\r\n", "\t", "\0", "“", "”", "\u{FEFF}", "\u{2028}", "é", "😀", "...",
        ";",
        "=", "<", "\u{7F}", "\"a\":1,", "\"a\":",
    ].map { Array($0.utf8) }

    /// Returns the texts to change: three fixed ones and, if the corpora are present, some of their documents.
    private static func seeds() throws -> [[UInt8]] {
        let own = [
            #"{"type":"stack","elements":[{"type":"text","value":"a\n\u00e9😀","size":1.5e3},null,true,[[],{}]]}"#,
            "[1, -0.5, \"x\", {\"a\": {\"b\": [false]}}]", "{\"a\": \"b,\n \"c\": 'd', // e\n f: 01,}",
        ]
        var seeds = own.map { Array($0.utf8) }
        guard Corpora.contain("documents") else { return seeds }
        var texts = Corpora.Texts()
        for row in try Corpora.rows("documents/manifest.jsonl").enumerated().filter({ $0.offset % 41 == 0 }) {
            let bytes = try texts.bytes(of: row.element)
            if bytes.count < 20_000 { seeds.append(bytes) }
        }
        return seeds
    }

    @Test func `mutated texts are accepted or refused without a crash or a contradiction`() throws {
        let environment = ProcessInfo.processInfo.environment
        let isLong = environment["GALLEY_LONG_TESTS"] == "1"
        let rounds = environment["FUZZ_ROUNDS"].flatMap { Int($0) } ?? (isLong ? 20_000 : 1_000)
        let seed = environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? (isLong ? UInt64.random(in: 0 ... .max) : 1)
        var generator = SeededNumbers(seed: seed)
        let seeds = try Self.seeds()
        for _ in 0..<rounds {
            var text = try #require(seeds.randomElement(using: &generator))
            for _ in 0..<Int.random(in: 1...4, using: &generator) { Self.mutate(&text, &generator) }
            let problem = Self.contradiction(text)
            #expect(problem == nil, "seed \(seed), text \(Data(text).base64EncodedString())")
            if problem != nil { break }
        }
    }

    private static func mutate(_ text: inout [UInt8], _ generator: inout SeededNumbers) {
        let place = Int.random(in: 0...text.count, using: &generator)
        let end = min(text.count, place + Int.random(in: 0...8, using: &generator))
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: text.removeSubrange(place..<end)
        case 1: text.removeSubrange(place...)
        case 2: text.insert(UInt8.random(in: 0...255, using: &generator), at: place)
        case 3: text.insert(contentsOf: text[place..<end], at: Int.random(in: 0...text.count, using: &generator))
        case 4 where place < text.count: text[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        default: text.insert(contentsOf: fragments.randomElement(using: &generator) ?? [], at: place)
        }
    }

    /// Returns the contradiction in the results for a text; nil if there is none.
    private static func contradiction(_ text: [UInt8]) -> String? {
        do throws(JSONSyntaxErrors) {
            let document = try JSONDocument(parsing: text)
            let root = document.root
            for form in [root.minified(), JSONFormatter.pretty(root), JSONFormatter.canonical(root)] {
                guard try JSONDocument(parsing: form).root.isEqual(to: root) else { return "a form has another value" }
            }
            let whole = document.range(of: root)
            guard whole.end.offset <= text.count, whole.start.offset < whole.end.offset else { return "a wrong range" }
            return nil
        } catch {
            let lines = LineTable(text)
            guard !error.errors.isEmpty else { return "refused without a message" }
            for found in error.errors {
                guard found.code != "json.syntax" else { return "refused, but the diagnosis finds no fault" }
                guard found.range.upperBound <= text.count else { return "a position outside of the text" }
                guard found.diagnostic(lines: lines).range?.start.line ?? 0 > 0 else { return "an error has no line" }
            }
            return nil
        }
    }
}
