import JSONSchema
import JSONText
import Testing

/// The limits for untrusted schemas and documents.
struct BudgetTests {
    @Test func `a document as deep as the parser allows is validated through references and unions`() throws {
        let fixture = try SchemaFixture(
            """
            {"$ref": "#/$defs/element", "$defs": {
              "element": {"type": "object", "required": ["type"], "x-discriminator": "type",
                "oneOf": [{"$ref": "#/$defs/stack"}, {"$ref": "#/$defs/text"}]},
              "base": {"properties": {"tag": {"type": "string"}}},
              "stack": {"allOf": [{"$ref": "#/$defs/base"}], "unevaluatedProperties": false,
                "properties": {"type": {"const": "stack"},
                  "items": {"type": "array", "items": {"$ref": "#/$defs/element"}}}},
              "text": {"allOf": [{"$ref": "#/$defs/base"}], "unevaluatedProperties": false,
                "properties": {"type": {"const": "text"}, "value": {"type": "string"}}}}}
            """)
        func nested(_ levels: Int, innermost: String) -> String {
            String(repeating: #"{"type":"stack","items":["#, count: levels) + innermost
                + String(repeating: "]}", count: levels)
        }
        #expect(try fixture.isValid(nested(127, innermost: #"{"type":"text","value":"x"}"#)))
        let faults = try fixture.diagnostics(of: nested(127, innermost: #"{"type":"text","value":5}"#))
        #expect(faults.map(\.message) == ["Expected text, found the number `5`"])
        #expect(faults.first?.pointer.tokens.count == 127 * 2 + 1)
    }

    @Test func `references that lead back to themselves are refused when the schema is compiled`() {
        #expect(
            SchemaFixture.errors(of: ##"{"$ref": "#"}"##)
                == ["/$ref: The schema refers back to itself here, so the check would never end"])
        let circle = """
            {"$ref": "#/$defs/a",
             "$defs": {"a": {"allOf": [{"$ref": "#/$defs/b"}]}, "b": {"$ref": "#/$defs/a"}}}
            """
        #expect(SchemaFixture.errors(of: circle).count == 1)
    }

    @Test func `an allowed endless reference affects only the values that are checked with it`() throws {
        let text = """
            {"type": "object",
             "properties": {"name": {"type": "string"}, "rule": {"$ref": "#/definitions/rule"}},
             "definitions": {"rule": {"$ref": "#/definitions/rule"}}}
            """
        #expect(
            SchemaFixture.errors(of: text)
                == ["/definitions/rule/$ref: The schema refers back to itself here, so the check would never end"])
        let fixture = try SchemaFixture(
            text, draft: .draft7, options: CompileOptions(allowsEndlessDefinitions: true))
        #expect(fixture.schema.warnings.map(\.diagnostic.pointer) == [JSONPointer("/definitions/rule/$ref")])
        #expect(try fixture.isValid(#"{"name": "a"}"#))
        #expect(try fixture.faults(of: #"{"name": 1}"#) == ["/name: Expected text, found the number `1`"])
        #expect(
            try fixture.diagnostics(of: #"{"rule": 1}"#).map(\.message) == [
                "The schema refers back to itself here, so the check would never end"
            ])
    }

    @Test func `a dynamic reference that leads back to itself is reported`() throws {
        let fixture = try SchemaFixture(
            ##"{"$id": "/loop", "$dynamicAnchor": "a", "allOf": [{"$dynamicRef": "#a"}]}"##)
        #expect(
            try fixture.faults(of: "1") == [": The schema refers back to itself here, so the check would never end"])
    }

    @Test func `a pattern that is too costly to match makes the value invalid, even inside not`() throws {
        let text = "\"" + String(repeating: "a", count: 5_000) + "!\""
        for schema in [##"{"pattern": "^(?:(a+)+)\\1$"}"##, ##"{"not": {"pattern": "^(?:(a+)+)\\1$"}}"##] {
            let fixture = try SchemaFixture(schema)

            #expect(try !fixture.isValid(text))
            #expect(try !fixture.diagnostics(of: text).isEmpty)
        }
    }

    @Test func `nested unions with exponentially many combinations are decided with cached answers`() throws {
        var definitions = #""d0": {"type": "string"}"#
        for level in 1...40 {
            let inner = ##"{"$ref": "#/$defs/d\##(level - 1)"}"##
            let branches = #"{"allOf": [\#(inner), \#(inner)]}, {"not": {"not": \#(inner)}}"#
            definitions += #", "d\#(level)": {"anyOf": [\#(branches)]}"#
        }
        let fixture = try SchemaFixture(
            ##"{"$ref": "#/$defs/d40", "$defs": {\##(definitions)}}"##,
            options: CompileOptions(maximumSteps: 20_000))
        #expect(try fixture.isValid(#""text""#))
        #expect(try !fixture.isValid("1"))
        #expect(try fixture.diagnostics(of: "1").count <= 4)
    }

    @Test func `a validation with too many steps is stopped`() throws {
        let text = #"{"items": {"contains": {"const": 1}}}"#
        let list = "[" + Array(repeating: "2", count: 99).joined(separator: ",") + ",1]"
        let lists = "[" + Array(repeating: list, count: 100).joined(separator: ",") + "]"
        #expect(try SchemaFixture(text).isValid(lists))
        let fixture = try SchemaFixture(text, options: CompileOptions(maximumSteps: 5_000))
        #expect(try !fixture.isValid(lists))
        let faults = try fixture.faults(of: lists)
        #expect(
            faults.contains { $0.hasSuffix(": Checking this takes too long, so the check was stopped") }, "\(faults)")
    }

    @Test func `a stopped validation is reported at the value being checked`() throws {
        let patterns = (1...300).map { #""^x\#($0)$": true"# }.joined(separator: ",")
        let fixture = try SchemaFixture(
            #"{"properties": {"few": true, "many": {"patternProperties": {\#(patterns)}}}}"#,
            options: CompileOptions(maximumSteps: 20_000))
        let names = (1...300).map { #""name\#($0)": 1"# }.joined(separator: ",")
        #expect(
            try fixture.faults(of: #"{"few": {}, "many": {\#(names)}}"#)
                == ["/many: Checking this takes too long, so the check was stopped"])
    }

    @Test func `too many names for the patterns of an object are reported at the object, not at its members`() throws {
        let patterns = (1...300).map { #""^x\#($0)$": true"# }.joined(separator: ",")
        let fixture = try SchemaFixture(
            #"{"properties": {"many": {"patternProperties": {\#(patterns)}, "additionalProperties": {"type": "integer"}}}}"#
        )
        let names = (1...300_000).map { #""name\#($0)": 1"# }.joined(separator: ",")
        #expect(
            try fixture.faults(of: #"{"many": {\#(names)}}"#)
                == ["/many: Checking this takes too long, so the check was stopped"])
    }

    @Test(arguments: [
        (#"{"pattern": "^a"}"#, #""a""#),
        (#"{"patternProperties": {"^a": true}}"#, #"{"a": 1}"#),
        (#"{"format": "regex"}"#, "\"" + String(repeating: "a", count: 40) + "\""),
        (#"{"enum": [\#((1...50).map { "[\($0)]" }.joined(separator: ","))]}"#, "[50]"),
        (#"{"uniqueItems": true}"#, "[1, 2]"),
        (#"{"multipleOf": 2}"#, String(repeating: "8", count: 40)),
        (#"{"dependentRequired": {"a": ["b"]}}"#, #"{"a": 1, "b": 2}"#),
    ])
    func `a slow check does not begin after the time is used up`(schema: String, value: String) throws {
        #expect(try SchemaFixture(schema, options: CompileOptions(assertFormats: true)).isValid(value))
        let late = try SchemaFixture(
            schema, options: CompileOptions(assertFormats: true, maximumDuration: .seconds(-1)))
        let faults = try late.diagnostics(of: value)
        #expect(faults.count == 1 && faults.first?.schemaPointer == nil, "\(faults)")
        let output = late.schema.output(for: try JSONDocument(parsing: value).root, format: .basic)
        #expect(try JSONDocument(parsing: output).root["valid"]?.boolean == false)
    }

    @Test func `a very long name with many faults below it is reported only a few times`() throws {
        let fixture = try SchemaFixture(#"{"additionalProperties": {"items": {"type": "string"}}}"#)
        let name = String(repeating: "n", count: 1_000_000)
        let faults = try fixture.diagnostics(of: "{\"\(name)\": [1, 2, 3, 4, 5, 6, 7, 8, 9]}")
        #expect(faults.count < 8 && faults.last?.message == "There are more faults than are shown")
    }

    @Test(arguments: [
        (#"{"additionalProperties": false}"#, #"{"NAME": 1}"#),
        (#"{"propertyNames": {"pattern": "^x"}}"#, #"{"NAME": 1}"#),
        (#"{"required": ["NAME"]}"#, "{}"), (#"{"dependentRequired": {"NAME": ["b"]}}"#, #"{"NAME": 1}"#),
        (#"{"enum": ["NAME", "b"]}"#, "1"), (#"{"const": "NAME"}"#, "1"), (#"{"pattern": "^(NAME)$"}"#, #""b""#),
    ])
    func `a long name or value is cut in a message`(schema: String, value: String) throws {
        let name = String(repeating: "n", count: 5_000)
        let fixture = try SchemaFixture(schema.replacing("NAME", with: name))
        let faults = try fixture.diagnostics(of: value.replacing("NAME", with: name))
        #expect(!faults.isEmpty && faults.allSatisfy { $0.message.count < 400 && $0.message.contains("…") })
    }

    @Test func `the division of two numbers with very many digits is not attempted`() throws {
        let fixture = try SchemaFixture(#"{"multipleOf": \#(String(repeating: "7", count: 100_000))}"#)
        let faults = try fixture.diagnostics(of: String(repeating: "9", count: 200_000))
        #expect(faults.map(\.message) == ["Checking this takes too long, so the check was stopped"])
        #expect(try fixture.isValid(String(repeating: "7", count: 100_000)) == false)
        let smaller = try SchemaFixture(#"{"multipleOf": \#(String(repeating: "7", count: 400))}"#)
        #expect(try smaller.isValid(String(repeating: "7", count: 800)))
    }

    @Test func `a used-up budget of a request stops all its validations`() throws {
        let fixture = try SchemaFixture(#"{"items": {"type": "integer"}}"#)
        let list = try JSONDocument(parsing: "[" + Array(repeating: "1", count: 10_000).joined(separator: ",") + "]")
        let work = WorkBudget()
        #expect(fixture.schema.isValid(list.root, within: work))
        work.cancel()
        #expect(!fixture.schema.isValid(list.root, within: work))
        #expect(fixture.schema.validate(list.root, in: list, within: work).count == 1)
        #expect(WorkBudget(isAbandoned: { true }).isSpent)
    }

    @Test func `at most the requested number of faults is reported`() throws {
        let fixture = try SchemaFixture(
            #"{"items": {"type": "string"}}"#, options: CompileOptions(maximumErrors: 20))
        let list = "[" + (1...1000).map(String.init).joined(separator: ",") + "]"
        let faults = try fixture.diagnostics(of: list)
        #expect(faults.count == 20)
        #expect(faults.last?.message == "There are more faults than are shown")
        #expect(faults.last?.code == Diagnostic.moreCode)
        let exactly = "[" + (1...20).map(String.init).joined(separator: ",") + "]"
        #expect(try fixture.diagnostics(of: exactly).allSatisfy { $0.keyword == "type" })
    }
}
