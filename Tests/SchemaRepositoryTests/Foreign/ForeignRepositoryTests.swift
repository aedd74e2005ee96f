import DocumentKinds
import Foundation
import JSONSchema
import JSONText
import SchemaRepository
import TestSupport
import Testing

struct ForeignRepositoryTests {
    @Test func `references between files are resolved relative to the file`() throws {
        let repository = try SchemaRepository(documents: [
            Self.file("kit/common.json", #"{"size": {"type": "integer", "constraint": "number > 0"}}"#),
            Self.file("kit/unit.json", #"{"type": "string", "enum": ["dp", "px"]}"#),
            Self.file("kit/parts/Box/schema.json", #"{"properties": {"size": {"$ref": "../../common.json#/size"}}}"#),
            Self.file(
                "kit/insets.json",
                #"""
                {"properties": {"left": {"$ref": "common.json#/size", "platforms": ["ios"]}, "unit": {"$ref": "unit.json"},
                                "box": {"$ref": "./parts/Box/schema.json"}, "again": {"$ref": "/kit/parts/Box"}}}
                """#),
        ])
        #expect(repository.entities.map(\.id) == ["/kit/common", "/kit/insets", "/kit/parts/Box", "/kit/unit"])
        let kind = try #require(repository.kind(named: "/kit/insets"))
        let text = #"{"left": "1", "unit": "pt", "box": {"size": 1.5}, "again": {"size": null}}"#
        let found = repository.check(Array(text.utf8), kind: kind).diagnostics
        #expect(found.map(\.pointer.description) == ["/left", "/unit", "/box/size", "/again/size"])
        let left = try #require(repository.entity("/kit/insets")).document.root["properties"]?["left"]
        #expect(left?["platforms"]?.count == 1, "unknown keywords are kept")
    }

    @Test func `the entities of a document include those referred to by file name and by absolute identifier`() throws {
        let repository = try SchemaRepository(documents: [
            Self.file(
                "kit/box.json",
                #"""
                {"properties": {"unit": {"$ref": "unit.json"}, "color": {"$ref": "https://kit.example/color"},
                                "edge": {"$ref": "/kit/edge"}, "unused": {"$ref": "/kit/unused"}}}
                """#),
            Self.file("kit/unit.json", #"{"enum": ["dp", "px"]}"#),
            Self.file("kit/color.json", #"{"$id": "https://kit.example/color", "type": "string"}"#),
            Self.file("kit/edge.json", #"{"type": "integer"}"#), Self.file("kit/unused.json", "{}"),
        ])
        let kind = try #require(repository.kind(named: "/kit/box"))
        let document = try JSONDocument(parsing: #"{"unit": "dp", "color": "red", "edge": 1}"#)
        #expect(
            repository.entities(in: document, kind: kind) == ["/kit/box", "/kit/unit", "/kit/color", "/kit/edge"])
    }

    @Test func `at most 500 repeated names are reported, as many as other faults`() throws {
        let repository = try SchemaRepository(documents: [
            Self.file("a.json", #"{"type": "array", "items": {"type": "string", "x-unique": "part"}}"#)
        ])
        let kind = try #require(repository.kind(named: "/a"))
        let text = "[" + Array(repeating: #""same""#, count: 600).joined(separator: ",") + "]"
        let found = repository.check(Array(text.utf8), kind: kind).diagnostics
        #expect(found.count == 500)
        #expect(found.first?.pointer.description == "/1")
    }

    @Test func `a reference to a missing file is reported once, with its place`() throws {
        let error = #expect(throws: RepositoryError.self) {
            try SchemaRepository(documents: [
                Self.file("a.json", #"{"$ref": "missing.json"}"#), Self.file("b.json", "{}"),
            ])
        }
        let found = try #require(error).diagnostics
        #expect(found.map(\.file) == ["a.json"])
        #expect(found.first?.diagnostic.pointer.description == "/$ref")
    }

    @Test func `schemas of other drafts with the same identifier are distinguished by their paths`() throws {
        func version(_ maximum: Int) -> String {
            #"""
            {"$schema": "http://json-schema.org/draft-07/schema#", "$id": "http://cards.example/card.json",
             "definitions": {"n": {"maximum": \#(maximum)}}, "properties": {"n": {"$ref": "#/definitions/n"}},
             "dependencies": {"n": ["m"]}}
            """#
        }
        let repository = try SchemaRepository(documents: [
            Self.file("1.0/card.json", version(1)), Self.file("2.0/card.json", version(2)),
        ])
        for (id, expected) in [("/1.0/card", ["", "/n"]), ("/2.0/card", [""])] {
            let kind = try #require(repository.kind(named: id))
            let found = repository.check(Array(#"{"n": 2}"#.utf8), kind: kind).diagnostics
            #expect(found.map(\.pointer.description) == expected, "\(id)")
        }
    }

    @Test func `a schema that its own draft refuses is reported with its file and place`() throws {
        let error = #expect(throws: RepositoryError.self) {
            try SchemaRepository(documents: [
                Self.file("1.5.0/card.json", #"{"$schema": "http://json-schema.org/draft-06/schema#"}"#),
                Self.file(
                    "1.6.0/card.json",
                    #"""
                    {"$schema": "http://json-schema.org/draft-06/schema#", "id": "http://cards.example/card.json",
                     "definitions": {"Carousel": {"properties": {
                       "timer": {"type": "number", "required": false}}}}}
                    """#),
            ])
        }
        let found = try #require(error).diagnostics
        #expect(found.map(\.file) == ["1.6.0/card.json"])
        #expect(found.first?.diagnostic.pointer.description == "/definitions/Carousel/properties/timer/required")
        #expect(found.first?.diagnostic.range?.start.line == 3)
    }

    @Test(
        .enabled(if: Corpora.contain("documents"), "../shared/corpora/documents is missing"),
        arguments: ["adaptivecards", "divkit"])
    func `published schemas load as a directory, and verdicts on real documents equal those of other validators`(
        _ source: String
    )
        throws
    {
        let manifest = try Corpora.read("documents/manifest.jsonl", as: Row.self)
        let corpora = Corpora.directory
        let folder = "documents/\(source)/schemas"
        let directory = FileManager.default.temporaryDirectory.appending(path: "foreign-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: corpora.appending(path: folder).path) {
            // In the original project, the files are in one directory and their names have no prefix `divkit-src--`.
            let original = name.replacing("divkit-src--", with: "")
            try FileManager.default.copyItem(
                at: corpora.appending(path: "\(folder)/\(name)"), to: directory.appending(path: original))
        }
        let repository = try SchemaRepository(loading: directory.path)
        #expect(repository.entities.count > 4)
        var judged = 0
        let bundle = "documents/\(source)/instances.jsonl"
        let bundled = try Corpora.contain(bundle) ? Corpora.read(bundle, as: Bundled.self) : []
        let texts = Dictionary(bundled.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
        for row in manifest where row.schema?.hasPrefix(folder) == true {
            guard let verdict = row.valid, let schema = row.schema else { continue }
            let id = "/" + schema.dropFirst(folder.count + 1).dropLast(5).replacing("divkit-src--", with: "")
            let kind = try #require(repository.kind(named: id))
            let text =
                try texts[row.instance] ?? String(contentsOf: corpora.appending(path: row.instance), encoding: .utf8)
            let bytes = Array(text.utf8)
            let checked = try #require(repository.schema(kind.id)).isValid(JSONDocument(parsing: bytes).root)
            #expect(checked == verdict, "\(row.instance)")
            #expect(repository.check(bytes, kind: kind).isValid == verdict, "\(row.instance)")
            judged += 1
        }
        #expect(judged > 20)
        print("\(source): \(repository.entities.count) schemas, \(judged) documents judged")
    }

    struct Row: Decodable {
        let instance: String
        let schema: String?
        let valid: Bool?
    }

    struct Bundled: Decodable {
        let name: String
        let text: String
    }

    private static func file(_ path: String, _ text: String) -> RepositoryFile {
        RepositoryFile(path: path, bytes: Array(text.utf8))
    }
}
