import Foundation
import JSONSchema
import JSONText
import TestSupport
import Testing

/// Compiles randomly changed schemas, most of them invalid: the compiler must not crash, and `isValid`, `validate` and
/// `output` must agree on the validity of documents.
struct MutatedSchemaTests {
    @Test(
        .enabled(if: Corpora.contain("json-schema-test-suite"), "../shared/corpora/json-schema-test-suite is missing"))
    func `mutated schemas are compiled and applied without a crash, and all evaluators agree`() throws {
        let suite = Corpora.directory.appending(path: "json-schema-test-suite/tests")
        let length = Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "") ?? 1500
        var random = SeededNumbers(seed: UInt64(length))
        var groups: [(draft: Draft, group: JSONValue)] = []
        for draft in Draft.allCases {
            let folder = suite.appending(path: "draft\(draft.rawValue)")
            for file in Corpora.files(in: folder) where !file.path.contains("/optional/") {
                groups += try Corpora.document(at: file).root.elements.map { (draft, $0) }
            }
        }
        var compiled = 0
        for _ in 0..<length {
            guard let (draft, group) = groups.randomElement(using: &random), let schema = group["schema"] else {
                continue
            }
            let text = Self.mutated(schema, using: &random)
            guard let document = try? JSONDocument(parsing: text) else { continue }
            var resources = SchemaResources()
            resources.add(document, uri: "/schema", draft: draft)
            let options = CompileOptions(
                assertFormats: true, maximumSteps: 20_000, checksMetaschema: Bool.random(using: &random))
            guard let schema = try? Schema.compile("/schema", in: resources, options: options) else { continue }
            compiled += 1
            for test in group["tests"].map({ Array($0.elements) }) ?? [] {
                guard let data = test["data"] else { continue }
                let instance = try JSONDocument(parsing: data.rawBytes)
                try Self.check(schema, instance, String(decoding: text, as: UTF8.self))
            }
        }
        #expect(compiled > length / 8)
    }

    private static func check(_ schema: Schema, _ instance: JSONDocument, _ text: String) throws {
        let isValid = schema.isValid(instance.root)
        let diagnostics = schema.validate(instance.root, in: instance)
        #expect(diagnostics.isEmpty == isValid, "\(text) on \(instance.root.rawText)")
        // A validation that was stopped by its budget has no correct result to compare.
        if diagnostics.contains(where: { $0.schemaPointer == nil }) { return }
        let output = try JSONDocument(parsing: schema.output(for: instance.root, format: .detailed))
        #expect(output.root["valid"]?.boolean == isValid, "\(text) on \(instance.root.rawText)")
    }

    /// Returns the schema's text with one to three values replaced, each by another value of the schema or by an
    /// unusual one.
    private static func mutated(_ schema: JSONValue, using random: inout SeededNumbers) -> [UInt8] {
        let odd = [
            "null", "true", "false", "0", "-1", "1e400", "1.5", "\"\"", "\"#\"", "\"a\"", "\"integer\"", "\"%\"", "[]",
            "{}", "[[]]", "[1,\"a\"]", "{\"type\":\"object\"}", "{\"$ref\":\"#\"}", "{\"\":{}}", "[{},false]",
            "{\"not\":{}}", "{\"unevaluatedProperties\":false}", "{\"unevaluatedItems\":false}", "{\"minItems\":1}",
        ]
        var text = schema.rawBytes
        for _ in 0...Int.random(in: 0...2, using: &random) {
            guard let document = try? JSONDocument(parsing: text) else { return text }
            let values = Self.values(in: document.root)
            guard let old = values.randomElement(using: &random) else { return text }
            let other = values.randomElement(using: &random).map(\.rawBytes) ?? []
            let new = Bool.random(using: &random) ? other : Array((odd.randomElement(using: &random) ?? "").utf8)
            text.replaceSubrange(old.range, with: new)
        }
        return text
    }

    private static func values(in value: JSONValue) -> [JSONValue] {
        [value] + value.elements.flatMap(values) + value.members.flatMap { values(in: $0.value) }
    }
}
