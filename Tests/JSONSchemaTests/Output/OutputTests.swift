import Foundation
import JSONSchema
import JSONText
import TestSupport
import Testing

/// The output formats that JSON Schema defines.
struct OutputTests {
    @Test func `flag, basic and detailed output follow the specification`() throws {
        let fixture = try SchemaFixture(
            ##"{"properties": {"a": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"type": "number"}}, "required": ["b"]}"##)
        let document = try JSONDocument(parsing: #"{"a": "x"}"#)
        func output(_ format: OutputFormat) -> String {
            String(decoding: fixture.schema.output(for: document.root, format: format), as: UTF8.self)
        }
        #expect(output(.flag) == #"{"valid":false}"#)
        let required =
            ##"{"valid":false,"keywordLocation":"/required","absoluteKeywordLocation":"/schema#/required","##
            + ##""instanceLocation":"","error":"`b` is missing"}"##
        let type =
            ##"{"valid":false,"keywordLocation":"/properties/a/$ref/type","##
            + ##""absoluteKeywordLocation":"/schema#/$defs/n/type","instanceLocation":"/a","##
            + ##""error":"Expected a number, found the text `x`"}"##
        let root = ##"{"valid":false,"keywordLocation":"","absoluteKeywordLocation":"/schema#","instanceLocation":"","##
        #expect(output(.basic) == root + ##""errors":[\##(required),\##(type)]}"##)
        #expect(output(.detailed) == root + ##""errors":[\##(required),\##(type)]}"##)
    }

    @Test func `output names dependencies where the schema has that keyword`() throws {
        let fixture = try SchemaFixture(
            #"{"dependencies": {"a": ["b"], "c": {"required": ["d"]}}}"#, draft: .draft7)
        let document = try JSONDocument(parsing: #"{"a": 1, "c": 1}"#)
        let output = try JSONDocument(parsing: fixture.schema.output(for: document.root, format: .basic))
        let errors = output.root["errors"].map { Array($0.elements) } ?? []
        #expect(
            errors.compactMap { $0["keywordLocation"]?.string } == ["/dependencies", "/dependencies/c/required"])
        #expect(
            errors.compactMap { $0["absoluteKeywordLocation"]?.string } == [
                "/schema#/dependencies", "/schema#/dependencies/c/required",
            ])
    }

    @Test(
        .enabled(if: Corpora.contain("json-schema-test-suite"), "../shared/corpora/json-schema-test-suite is missing"))
    func `the output tests of the JSON-Schema-Test-Suite pass`() throws {
        let suite = Corpora.directory.appending(path: "json-schema-test-suite/output-tests")
        var checked = 0
        var misses: [String] = []
        for draft in [Draft.draft2019, .draft2020] {
            let folder = suite.appending(path: "draft\(draft.rawValue)")
            let outputSchema = try Corpora.document(at: folder.appending(path: "output-schema.json"))
            for file in Corpora.files(in: folder.appending(path: "content")) {
                for group in try Corpora.document(at: file).root.elements {
                    misses += try Self.misses(in: group, draft: draft, outputSchema: outputSchema, &checked)
                }
            }
        }
        #expect(checked > 5)
        #expect(misses == [])
    }

    private static func misses(
        in group: JSONValue, draft: Draft, outputSchema: JSONDocument, _ checked: inout Int
    ) throws -> [String] {
        let text = group["schema"]?.rawBytes ?? []
        var resources = SchemaResources()
        resources.add(try JSONDocument(parsing: text), uri: "/schema", draft: draft)
        let schema = try Schema.compile("/schema", in: resources)
        var misses: [String] = []
        for test in group["tests"].map({ Array($0.elements) }) ?? [] {
            guard let data = test["data"] else { continue }
            for expected in test["output"].map({ Array($0.members) }) ?? [] {
                guard let format = OutputFormat(rawValue: expected.name) else { continue }
                var checks = SchemaResources()
                checks.add(outputSchema, uri: outputSchema.root["$id"]?.string ?? "", draft: draft)
                checks.add(try JSONDocument(parsing: expected.value.rawBytes), uri: "/check", draft: draft)
                let check = try Schema.compile("/check", in: checks)
                let output = try JSONDocument(parsing: schema.output(for: data, format: format))
                let faults = check.validate(output.root, in: output).map(\.message)
                checked += 1
                if !faults.isEmpty { misses.append("\(test["description"]?.string ?? ""): \(faults)") }
            }
        }
        return misses
    }
}
