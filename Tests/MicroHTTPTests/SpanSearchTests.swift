import MicroHTTP
import Testing

@Suite struct SpanSearchTests {
    private func place(of character: Character, from start: Int, in text: String) -> Int? {
        let bytes = Array(text.utf8)
        return character.asciiValue.map { bytes.span.firstIndex(of: $0, from: start) }
    }

    private func has(_ part: StaticString, at start: Int, in text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.span.has(part, at: start)
    }

    @Test(arguments: [(0, 1), (1, 1), (2, 4), (4, 4), (5, 6), (6, 6), (9, 6)])
    func `the next byte with a value is found, or the end`(_ start: Int, _ expected: Int) {
        #expect(place(of: "&", from: start, in: "a&bc&d") == expected)
        #expect(place(of: "x", from: start, in: "a&bc&d") == 6)
    }

    @Test func `a text is found only at its place and in full length`() {
        #expect(has("bucket=", at: 2, in: "a=bucket="))
        #expect(!has("bucket=", at: 1, in: "a=bucket="))
        #expect(!has("bucket=1", at: 2, in: "a=bucket="))
        #expect(!has("bucket=", at: 20, in: "a=bucket="))
    }

    @Test func `nothing is found in an empty text`() {
        #expect(place(of: "a", from: 0, in: "") == 0)
        #expect(!has("a", at: 0, in: ""))
    }
}
