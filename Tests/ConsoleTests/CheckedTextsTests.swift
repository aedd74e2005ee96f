import DocumentKinds
import SchemaRepository
import Testing

@testable import Console
@testable import JSONText

@Suite("The cache of checked texts") struct CheckedTextsTests {
    @Test func `a text that was checked is not checked again`() throws {
        let (texts, repository) = (CheckedTexts(), try Self.repository(type: "string"))
        let first = texts.document(Array("[1]".utf8), kind: nil, in: repository)
        let again = texts.document(Array("[1]".utf8), kind: nil, in: repository)

        let kept = try #require(first.document).storage
        #expect(again.document?.storage === kept)
        #expect(again.diagnostics == first.diagnostics)
        #expect(texts.count == 1)
    }

    @Test func `another text, kind or schema repository is checked separately`() throws {
        let texts = CheckedTexts()
        let (words, numbers) = (try Self.repository(type: "string"), try Self.repository(type: "number"))
        let kind = words.kind(named: "/A")
        let text = Array("1".utf8)

        #expect(!texts.document(text, kind: kind, in: words).isValid)
        #expect(texts.document(text, kind: kind, in: numbers).isValid)
        #expect(texts.document(Array("\"1\"".utf8), kind: kind, in: words).isValid)
        #expect(texts.document(text, kind: nil, in: words).kind == nil)
        #expect(texts.document(text, kind: kind, in: words).kind == kind)
        #expect(texts.count == 4)
    }

    @Test func `the most recently used texts are kept, within the limits of number and memory`() throws {
        let repository = try Self.repository(type: "number")
        let few = CheckedTexts(limit: 2)
        let first = few.document(Array("1".utf8), kind: nil, in: repository)
        _ = few.document(Array("2".utf8), kind: nil, in: repository)
        _ = few.document(Array("1".utf8), kind: nil, in: repository)
        _ = few.document(Array("3".utf8), kind: nil, in: repository)
        #expect(few.count == 2)
        let kept = try #require(first.document).storage
        #expect(few.document(Array("1".utf8), kind: nil, in: repository).document?.storage === kept)

        let small = CheckedTexts(budget: 1_000_000)
        let long = Array(("[" + String(repeating: "1,", count: 20_000) + "1]").utf8)
        for number in 0..<9 { _ = small.document(long + Array("\(number)".utf8), kind: nil, in: repository) }
        #expect(small.count == 1)
        _ = small.document(long + long, kind: nil, in: repository)
        #expect(small.count == 1)
    }

    private static func repository(type: String) throws -> SchemaRepository {
        try SchemaRepository(documents: [
            RepositoryFile(path: "A.json", bytes: Array("{\"type\": \"\(type)\", \"title\": \"A\"}".utf8))
        ])
    }
}
