import Foundation
import Testing

@testable import Console

@Suite("Texts") struct TextTests {
    private static let folder = TemplateTests.directory + "/texts"
    private let english: Texts

    init() throws {
        english = try TextFiles(folder: Self.folder).english
    }

    @Test func `every text used in sources exists with the same placeholders, and every text is used`() throws {
        let placeholders = english.placeholders
        let calls = try Self.swift().values.flatMap(Self.calls)
        for call in calls {
            #expect(placeholders[call.key] == call.names, "\(call.key)")
        }
        let references = try PageRenderer.sources(in: TemplateTests.directory).flatMap { source in
            source.text.matches(of: /\[\[([^\s\]]+)/).map { String($0.1) }
        }
        #expect(Set(placeholders.keys).subtracting(calls.map(\.key)).subtracting(references) == [])
        #expect(calls.count > 200 && references.count > 200)
    }

    @Test func `sources of the console contain no English texts for people`() throws {
        for (file, source) in try Self.swift() {
            // Samples of pages are used only in tests.
            let code = source.replacing(/static let sample\b[\s\S]*?(?=\n\s*\n|\n\})/, with: "")
            let words = code.split(separator: "\n").filter { !$0.drop(while: { $0 == " " }).hasPrefix("//") }
                .flatMap { $0.matches(of: /"[A-Z][a-z’]+(?: [a-z’A-Z]+)+[^"]*"/) }.map { String($0.0) }
            #expect(
                words.filter { !["\"Mac OS X\"", "\"With icon\"", "\"Bearer realm=\\\""].contains($0) } == [], "\(file)"
            )
        }
    }

    @Test func `templates of the console contain no words except names`() throws {
        let names: Set = ["Galley", "Яя", "SHA"]
        for (name, text) in try PageRenderer.sources(in: TemplateTests.directory) {
            let own = text.replacing(/\[\[[\s\S]*?\]\]/, with: "").replacing(/\{\{\$bodyClass\}\}[^{]*/, with: "")
            let shown = own.replacing(/\{\{[^}]*\}\}/, with: "").replacing(/<[^>]*>/, with: "\n")
                .matches(of: /\p{L}{2,}/).map { String($0.0) }
            #expect(shown.filter { !names.contains($0) } == [], "\(name)")
            let attributes = own.matches(
                of: /\s(title|aria-label|placeholder|alt|data-label|data-light|data-dark|data-copied)="([^"]*)"/
            ).map { String($0.2.replacing(/\{\{[^}]*\}\}/, with: "")) }
            #expect(
                attributes.filter { $0.contains(/\p{L}{2}/) && !$0.contains(/^[a-z]+(\.[a-z]+)+$/) } == [], "\(name)")
        }
    }

    @Test func `placeholders are replaced, and not searched for in the inserted values`() {
        let texts = Texts(
            language: "en",
            entries: [
                "a": .text(TextPattern("{name} and {other}: {name}, {unknown}, {}, {not this}")),
                "n": .counted([.one: TextPattern("{count} thing"), .other: TextPattern("{count} things")]),
            ])

        #expect(
            texts["a", ["name": "{other}", "other": 2]] == "{other} and 2: {other}, {unknown}, {}, {not this}")
        #expect([0, 1, 2].map { texts["n", ["count": $0]] } == ["0 things", "1 thing", "2 things"])
        #expect(texts["none"] == "none")
    }

    @Test(arguments: [
        ("en", [0, 1, 2, 11, 21], "other one other other other"), ("fa", [0, 1, 2], "one one other"),
        ("ru", [0, 1, 2, 4, 5, 11, 12, 21, 22, 111, 1_001], "many one few few many many many one few many one"),
        ("ar", [0, 1, 2, 3, 10, 11, 99, 100, 102, 103], "zero one two few few many many other other few"),
        ("zh-Hant", [0, 1, 2], "other other other"),
    ])
    func `plural forms follow the rules of the language`(language: String, counts: [Int], forms: String) {
        #expect(counts.map { PluralForm(of: $0, in: language).rawValue }.joined(separator: " ") == forms)
        #expect(Set(counts.map { PluralForm(of: $0, in: language) }).isSubset(of: PluralForm.needed(in: language)))
    }

    @Test(arguments: [
        ("{\"a\": \"A\"}", "`n` is missing"),
        ("{\"a\": \"{x}\", \"n\": {\"other\": \"{count}\"}}", "`a` has the placeholders"),
        ("{\"a\": \"A\", \"n\": {\"other\": \"{count}\"}, \"z\": \"\"}", "`z` is not a key of en.json"),
        ("{\"a\": \"A\", \"n\": {\"one\": \"{count}\"}}", "`n` is neither"), ("{\"a\": 1}", "`a` is neither"),
        ("{\"a\": \"A\", \"a\": \"B\"}", "a"),
    ])
    func `a language with other keys, placeholders or plural forms is refused`(text: String, reason: String) throws {
        let error = #expect(throws: TextFileError.self) {
            try Self.folder(["texts/zh-Hant.json": text]) { _ = try PageRenderer(templates: $0) }
        }
        #expect(error?.description.contains(reason) == true)
        #expect(error?.file.hasSuffix("zh-Hant.json") == true)
    }

    @Test func `a template is rendered with escaped texts of the language and with its own elements`() throws {
        let files = [
            "texts/ru.json": #"{"a": "<a>Всё</a> & «{name}»", "b": "«1 < 2»", "c": "{px} пкс"}"#,
            "page.mustache": #"<p title="[[b]]">[[a <a href="/x"> name=title]]</p>[[c unfilled]]"#,
        ]
        let english = #"{"a": "<a>All</a> & “{name}”", "b": "\"1 < 2\"", "c": "{px} px"}"#
        struct Part { var title = "<T>" }

        try Self.folder(files, english: english) { directory in
            let renderer = try PageRenderer(templates: directory)
            let russian = try #require(TextFiles(folder: directory + "/texts").languages.last)

            #expect(
                try renderer.fragment(Part(), template: "page")
                    == #"<p title="&quot;1 &lt; 2&quot;"><a href="/x">All</a> &amp; “&lt;T&gt;”</p>{px} px"#)
            #expect(
                try Texts.$current.withValue(russian) { try renderer.fragment(Part(), template: "page") }
                    == #"<p title="«1 &lt; 2»"><a href="/x">Всё</a> &amp; «&lt;T&gt;»</p>{px} пкс"#)
        }
    }

    @Test(arguments: ["[[none]]", "[[a]]", "[[a <b>]]", "[[n]]", "[[a"])
    func `a template with an invalid reference to a text is refused`(template: String) throws {
        let error = #expect(throws: TextFileError.self) {
            try Self.folder(["x/page.mustache": template]) { _ = try PageRenderer(templates: $0) }
        }
        #expect(error?.file == "x/page")
    }

    /// Calls `body` with a temporary folder of templates. By default, the English texts are `a`, which contains an
    /// element, and `n`, which has plural forms.
    private static func folder(
        _ files: [String: String],
        english: String = "{\"a\": \"<i>A</i>\", \"n\": {\"one\": \"{count}\", \"other\": \"{count}\"}}",
        _ body: (String) throws -> Void
    ) throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "texts-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for (name, text) in files.merging(["texts/en.json": english], uniquingKeysWith: { first, _ in first }) {
            let file = root.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        try body(root.path)
    }

    /// Returns the texts of the console's Swift files by name.
    private static func swift() throws -> [String: String] {
        let root = URL(fileURLWithPath: TemplateTests.directory).deletingLastPathComponent()
            .appending(path: "Sources/Console").path
        let names = try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try String(contentsOfFile: root + "/" + $0, encoding: .utf8)) })
    }

    /// Returns the keys of texts that a source uses, each with the names of its values.
    private static func calls(in source: String) -> [(key: String, names: Set<String>)] {
        source.components(separatedBy: "Texts[").dropFirst().compactMap { part in
            guard let key = part.firstMatch(of: /^\s*"([\w.-]+)"/) else { return nil }
            var depth = 1
            var values = ""
            for character in part {
                depth += "[(".contains(character) ? 1 : "])".contains(character) ? -1 : 0
                guard depth > 0 else { break }
                if depth == 2 { values.append(character) }
            }
            return (String(key.1), Set(values.matches(of: /[\[,]\s*"(\w+)":/).map { String($0.1) }))
        }
    }
}
