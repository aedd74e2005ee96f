import Foundation
import JSONSchema
import JSONText
import TestSupport

/// A run of the official JSON Schema test suite.
///
/// Each group of tests is sent as one JSON line to Galley's harness for Bowtie, a program that compares validators.
/// Each result in the answer is compared with the suite's expectation.
struct SuiteRun {
    private(set) var passed = 0
    /// The tests with an unexpected answer, as `file: group: test`.
    private(set) var misses: [String] = []
    private var harness: BowtieHarness
    private let registry: [(uri: String, text: [UInt8])]

    init(draft: Draft, suite: URL, assertFormats: Bool) throws {
        harness = BowtieHarness(assertFormats: assertFormats)
        registry = try Self.remotes(in: suite.appending(path: "remotes"))
        _ = harness.answer(to: #"{"cmd":"start","version":1}"#)
        _ = harness.answer(to: #"{"cmd":"dialect","dialect":"\#(draft.metaschemaURI)"}"#)
    }

    /// Runs every group of a file.
    mutating func run(_ file: URL) throws {
        let document = try Corpora.document(at: file)
        for group in document.root.elements {
            var writer = JSONWriter()
            writer.beginObject()
            writer.name("cmd")
            writer.string("run")
            writer.name("seq")
            writer.number(1)
            writer.name("case")
            writer.beginObject()
            writer.name("description")
            writer.string(group["description"]?.string ?? "")
            writer.name("schema")
            writer.raw(group["schema"]?.rawBytes ?? [])
            writer.name("tests")
            writer.beginArray()
            for test in group["tests"].map({ Array($0.elements) }) ?? [] {
                writer.beginObject()
                writer.name("instance")
                writer.raw(test["data"]?.rawBytes ?? [])
                writer.endObject()
            }
            writer.endArray()
            writer.name("registry")
            writer.beginObject()
            for (uri, text) in registry {
                writer.name(uri)
                writer.raw(text)
            }
            writer.endObject()
            writer.endObject()
            writer.endObject()
            try compare(harness.answer(to: writer.text), group, file)
        }
    }

    private mutating func compare(_ answer: String?, _ group: JSONValue, _ file: URL) throws {
        let document = try JSONDocument(parsing: answer ?? "null")
        let name = "\(file.lastPathComponent): \(group["description"]?.string ?? "")"
        guard let results = document.root["results"] else {
            misses.append("\(name): \(document.root["context"]?["message"]?.string ?? "no answer")")
            return
        }
        for (position, test) in (group["tests"]?.elements.map { $0 } ?? []).enumerated() {
            if results[position]?["valid"]?.boolean == test["valid"]?.boolean {
                passed += 1
            } else {
                misses.append("\(name): \(test["description"]?.string ?? "")")
            }
        }
    }

    private static func remotes(in folder: URL) throws -> [(uri: String, text: [UInt8])] {
        try Corpora.files(in: folder).map { file in
            let path = String(file.path.dropFirst(folder.path.count + 1))
            return ("http://localhost:1234/\(path)", try [UInt8](Data(contentsOf: file)))
        }
    }
}
