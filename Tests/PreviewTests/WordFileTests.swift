import Foundation
import Testing

@testable import Preview

@Suite("Word files") struct WordFileTests {
    private static let templates = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Templates/preview/words")

    @Test(arguments: [
        ("en", "Next"), ("ru-RU", "Далее"), ("fa", "ادامه"), ("ar-EG", "التالي"), ("de", "Next"), ("", "Next"),
        ("zh-Hant", "下一步"), ("zh-TW", "下一步"), ("zh-hk", "下一步"), ("zh-Hant-CN", "下一步"), ("zh-cmn-Hant", "下一步"),
        ("zh-Hans", "Next"), ("zh-CN", "Next"), ("zh-SG", "Next"), ("zh-Hans-TW", "Next"), ("zh", "Next"),
        ("ru-Cyrl", "Далее"), ("ru-Latn", "Next"), ("fa-Latn-IR", "Next"), ("ru-x-latn", "Далее"),
    ])
    func `a language with a file in its script has its own texts, others the English ones`(
        language: String, next: String
    ) throws {
        #expect(try WordFiles(folder: Self.templates).words(for: language)["next"] == next)
    }

    @Test func `every key in the sources exists, and every key is used`() throws {
        let keys = try WordFiles(folder: Self.templates).keys
        let source = try Self.source()
        let named = source.matches(of: /words\["([^"\\]+)"[,\]]/).map { String($0.1) }
        let literals = Set(source.matches(of: /"([\w.-]+)"/).map { String($0.1) })
        // The prefixes of keys that end in a word of a document or an enumeration.
        let families = source.matches(of: /"([a-z-]+[.-])(?:"|\\\()/).map { String($0.1) }

        #expect(Set(named).subtracting(keys) == [])
        #expect(keys.filter { key in !literals.contains(key) && !families.contains { key.hasPrefix($0) } } == [])
        #expect(named.count > 100)
    }

    @Test(arguments: [
        ("{\"a\": \"A\"}", "`b` is missing"), ("{\"a\": \"A\", \"b\": \"{x} {z}\"}", "`b` has the placeholders"),
        ("{\"a\": \"A\", \"b\": \"{x} {y}\", \"c\": \"C\"}", "`c` is not a key of en.json"),
        ("{\"a\": \"A\", \"a\": \"A\", \"b\": \"{x} {y}\"}", "a"), ("{\"a\": 1}", "`a` is not a text"),
        ("[]", "is not an object"),
    ])
    func `a language with other keys or placeholders is refused, and the file is named`(
        text: String, reason: String
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "words-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("{\"a\": \"A\", \"b\": \"{y} {x}\"}".utf8).write(to: folder.appending(path: "en.json"))
        try Data(text.utf8).write(to: folder.appending(path: "ru.json"))

        let error = #expect(throws: PreviewError.self) { try WordFiles(folder: folder) }
        #expect(error?.file.hasSuffix("/ru.json") == true)
        #expect(error?.reason.contains(reason) == true)
    }

    private static func source() throws -> String {
        let root = templates.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/Preview").path
        return try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }.sorted()
            .map { try String(contentsOfFile: root + "/" + $0, encoding: .utf8) }.joined(separator: "\n")
    }
}
