import DocumentKinds
import JSONSchema
import JSONText
import SchemaRepository
import TestSupport
import Testing

struct SampleTests {
    @Test(arguments: [
        (#"{"x-test": "t", "examples": ["e"], "default": "d", "type": "string"}"#, #""t""#),
        (#"{"examples": ["e"], "default": "d", "type": "string"}"#, #""e""#),
        (#"{"examples": [7], "default": "d", "type": "string"}"#, #""d""#),
        (#"{"default": 5, "enum": ["a", "b"]}"#, #""a""#),
        (#"{"const": {"a": [1]}}"#, #"{"a":[1]}"#),
        (#"{"type": "object", "default": {}, "properties": {"a": {"const": 1}}}"#, #"{"a":1}"#),
    ])
    func `values in the schema are preferred if they are valid`(_ schema: String, _ sample: String) throws {
        #expect(try Self.sample(schema) == sample)
    }

    @Test(arguments: try DataLines.read("DocumentKindsTests/Cases/samples.jsonl"))
    func `a valid sample is generated from the keywords, with all or only the required members`(_ text: String) throws {
        let schema = try Self.compile(text)
        for coverage in [SampleOptions.Coverage.everything, .required] {
            let outcome = SampleGenerator(schema: schema, options: SampleOptions(coverage: coverage)).outcome()
            let bytes = try #require(outcome.bytes, "\(outcome)")
            #expect(schema.isValid(try JSONDocument(parsing: bytes).root))
        }
    }

    @Test(arguments: [
        "date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6",
        "uri",
        "uri-reference", "iri", "iri-reference", "uri-template", "uuid", "json-pointer", "relative-json-pointer",
        "regex",
    ])
    func `70 different samples of a format are valid with asserted formats`(_ format: String)
        throws
    {
        let items = #"{"type": "string", "format": "\#(format)"}"#
        let text = #"{"type": "array", "minItems": 70, "uniqueItems": true, "items": \#(items)}"#
        let schema = try Self.compile(text, options: CompileOptions(assertFormats: true))
        let bytes = try #require(SampleGenerator(schema: schema).sample())
        #expect(schema.isValid(try JSONDocument(parsing: bytes).root))
        #expect(try JSONDocument(parsing: bytes).root.count == 70)
    }

    @Test(arguments: try DataLines.read("DocumentKindsTests/Cases/refused-samples.jsonl"))
    func `a schema without valid instances is refused with pointer and reason`(_ line: String) throws {
        let row = try JSONDocument(parsing: line).root
        let schema = try Self.compile(try #require(row["schema"]).rawText)
        guard case .refused(let refusal) = SampleGenerator(schema: schema).outcome() else {
            Issue.record("a sample was given")
            return
        }
        #expect(refusal.reason.rawValue == row["reason"]?.string)
        // For a recursive schema the pointer is not specified.
        if let pointer = row["pointer"]?.string { #expect(refusal.pointer.description == pointer) }
        #expect(!refusal.description.isEmpty)
    }

    @Test(arguments: [
        ("en", "Text"), ("ru", "Текст"), ("fa-IR", "متن"), ("ar", "نص"), ("zh-Hant", "文字"), ("de", "Text"),
    ])
    func `sample texts are words of the language, within the limits of length`(_ language: String, _ word: String)
        throws
    {
        let text = #"""
            {"type": "object", "required": ["plain", "long", "short", "code", "list", "not"], "properties": {
              "plain": {"type": "string"}, "long": {"type": "string", "minLength": 9, "maxLength": 10},
              "short": {"type": "string", "maxLength": 2}, "code": {"type": "string", "pattern": "^[0-9]{3}$"},
              "list": {"type": "array", "minItems": 2, "uniqueItems": true}, "not": {"not": {"pattern": "[^A-Za-z]"}}}}
            """#
        let schema = try Self.compile(text)
        let options = SampleOptions(language: language)
        let bytes = try #require(SampleGenerator(schema: schema, options: options).sample())
        let root = try JSONDocument(parsing: bytes).root
        #expect(schema.isValid(root))
        #expect(root["plain"]?.string == word)
        #expect(root["long"]?.string?.hasPrefix("\(word) \(word.lowercased().prefix(3))") == true)
        #expect(root["short"]?.string == String(word.prefix(2)))
        #expect(root["code"]?.string?.count == 3)
        #expect(root["list"]?.elements.compactMap(\.string) == [word, "\(word) 2"])
        #expect(root["not"]?.string.map { $0.unicodeScalars.allSatisfy(\.isASCII) } == true)
        #expect(SampleGenerator(schema: schema, options: options).sample() == bytes)
    }

    @Test func `a search beyond the number of tries is refused as too costly`() throws {
        let schema = try Self.compile(#"{"type": "object", "required": ["a"], "properties": {"a": {"minimum": 1}}}"#)
        let outcome = SampleGenerator(schema: schema, options: SampleOptions(maximumTries: 0)).outcome()
        guard case .refused(let refusal) = outcome else {
            Issue.record("a sample was given")
            return
        }
        #expect(refusal.reason == .tooCostly)
    }

    @Test func `a sample has all members that are allowed together, or only the required ones`() throws {
        let text = #"""
            {"type": "object", "required": ["b"], "properties": {
              "a": {"type": "integer"}, "b": {"type": "boolean"}, "c": {"type": "array", "items": {"type": "null"}},
              "d": {"type": "object", "properties": {"e": {"type": "string", "format": "date"}}}, "f": false}}
            """#
        #expect(try Self.sample(text) == #"{"a":1,"b":true,"c":[null],"d":{"e":"2024-01-01"}}"#)
        #expect(try Self.sample(text, .required) == #"{"b":true}"#)
    }

    static func compile(_ text: String, options: CompileOptions = CompileOptions()) throws -> Schema {
        var resources = SchemaResources()
        resources.add(try JSONDocument(parsing: text), uri: "test:schema")
        return try Schema.compile("test:schema", in: resources, options: options)
    }

    @Test func `members whose names are canonically equivalent are all generated`() throws {
        let schema = #"""
            {"type": "object", "properties": {"\u00e9": {"const": 1}, "e\u0301": {"const": 2}},
             "required": ["\u00e9", "e\u0301"]}
            """#
        for coverage in [SampleOptions.Coverage.everything, .required] {
            let sample = try #require(try Self.sample(schema, coverage))
            #expect(Array(sample.utf8) == Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))
        }
    }

    private static func sample(_ text: String, _ coverage: SampleOptions.Coverage = .everything) throws -> String? {
        SampleGenerator(schema: try compile(text), options: SampleOptions(coverage: coverage)).sample()
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
