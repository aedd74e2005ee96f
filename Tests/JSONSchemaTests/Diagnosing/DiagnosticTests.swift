import JSONSchema
import JSONText
import Testing

/// The messages of diagnostics and their positions.
struct DiagnosticTests {
    private static let palette = """
        {"$defs": {
          "color": {"x-name": "Color", "type": "string", "enum": ["textPrimary", "textSecondary", "accent"]},
          "base": {"properties": {"tag": {"type": "string"}}},
          "text": {"x-name": "TextView", "allOf": [{"$ref": "#/$defs/base"}], "unevaluatedProperties": false,
            "required": ["value"], "properties": {"type": {"const": "TextView"}, "value": {"type": "string"},
              "color": {"$ref": "#/$defs/color"}}},
          "icon": {"x-name": "IconView", "allOf": [{"$ref": "#/$defs/base"}], "unevaluatedProperties": false,
            "properties": {"type": {"const": "IconView"}, "name": {"type": "string"}, "url": {"type": "string"}},
            "oneOf": [{"required": ["name"]}, {"required": ["url"]}]},
          "element": {"x-name": "Element", "type": "object", "required": ["type"], "x-discriminator": "type",
            "oneOf": [{"$ref": "#/$defs/text"}, {"$ref": "#/$defs/icon"}]}},
         "items": {"$ref": "#/$defs/element"}}
        """

    @Test func `a misspelt value of an enum is reported with the name of the enum and the nearest value`() throws {
        let fixture = try SchemaFixture(Self.palette)
        let found = try fixture.diagnostics(of: #"[{"type": "TextView", "value": "x", "color": "textPrimry"}]"#)
        #expect(found.map(\.message) == ["`textPrimry` is not a Color; did you mean `textPrimary`?"])
        #expect(found.first?.pointer == JSONPointer("/0/color"))
        #expect(found.first?.suggestion == "textPrimary")
        #expect(found.first?.code == "schema.enum")
        #expect(found.first?.keyword == "enum")
        #expect(found.first?.schemaPointer == "/$defs/color/enum")
    }

    @Test func `a value of the wrong type is reported with the allowed values if they are few`() throws {
        let fixture = try SchemaFixture(Self.palette)
        let found = try fixture.diagnostics(of: #"[{"type": "TextView", "value": "x", "color": 5}]"#)
        #expect(found.map(\.message) == ["`5` is not a Color; allowed: `textPrimary`, `textSecondary`, `accent`"])
        #expect(found.map(\.code) == ["schema.type"])
    }

    @Test func `the message for a union of a constant and an object names both`() throws {
        let fixture = try SchemaFixture(#"{"oneOf": [{"type": "string", "const": "drop"}, {"type": "object"}]}"#)
        let found = try fixture.diagnostics(of: #""hide""#)
        #expect(found.map(\.message) == ["`hide` must be `drop`, or an object"])
        #expect(found.map(\.code) == ["schema.const"])
    }

    @Test func `the constant is suggested for a misspelling of it, but not for another text`() throws {
        let fixture = try SchemaFixture(#"{"const": "Form"}"#)
        #expect(try fixture.diagnostics(of: #""Forn""#).map(\.suggestion) == ["Form"])
        #expect(try fixture.diagnostics(of: #""Screen""#).map(\.suggestion) == [nil])
    }

    @Test func `an unknown member is reported at its name, even if other members have faults`() throws {
        let fixture = try SchemaFixture(Self.palette)
        let text = #"[{"type": "TextView", "valeu": "x", "tag": 5}]"#
        let found = try fixture.diagnostics(of: text)
        #expect(
            found.map { "\($0.pointer) \($0.message)" } == [
                "/0 `value` is missing; TextView needs it",
                "/0/valeu `valeu` is not a property of TextView; did you mean `value`?",
                "/0/tag Expected text, found the number `5`",
            ])
        #expect(found[1].range?.start.offset == 22)
        #expect(found[1].range?.end.offset == 29)
    }

    @Test func `an unknown discriminator is one fault, at the discriminator`() throws {
        let fixture = try SchemaFixture(Self.palette)
        #expect(
            try fixture.faults(of: #"[{"type": "TextVew", "valeu": 5}, {"type": "Table"}, {"type": 7}]"#) == [
                "/0/type: Unknown element `TextVew`; did you mean `TextView`?",
                "/1/type: Unknown element `Table`; allowed: `TextView`, `IconView`",
                "/2/type: Expected text, found the number `7`",
            ])
    }

    @Test func `a missing discriminator is one fault, at the object`() throws {
        let fixture = try SchemaFixture(Self.palette)
        #expect(try fixture.faults(of: #"[{"value": "x"}]"#) == ["/0: `type` is missing; Element needs it"])
    }

    @Test func `only faults of the branch that the discriminator selects are reported`() throws {
        let fixture = try SchemaFixture(Self.palette)
        #expect(
            try fixture.faults(of: #"[{"type": "IconView", "name": 5}]"#)
                == ["/0/name: Expected text, found the number `5`"])
    }

    @Test func `of two branches with the same constant, the faults of the nearer one are reported`() throws {
        let fixture = try SchemaFixture(
            #"""
            {"items": {"x-discriminator": "type", "oneOf": [
              {"properties": {"type": {"const": "A"}, "label": {"type": "string"}}, "required": ["label"]},
              {"properties": {"type": {"const": "A"}, "label": {"type": "object", "additionalProperties": false,
                                                                "properties": {"text": {"type": "string"}}}},
               "required": ["label"]},
              {"properties": {"type": {"const": "B"}}}
            ]}}
            """#)
        #expect(
            try fixture.faults(of: #"[{"type": "A", "label": "x"}, {"type": "A", "label": {}}, {"type": "B"}]"#) == [])
        #expect(
            try fixture.diagnostics(of: #"[{"type": "A", "label": {"txt": "x"}}, {"type": "C", "label": "x"}]"#)
                .map { "\($0.pointer) \($0.suggestion ?? "")" } == ["/0/label/txt text", "/1/type "])
    }

    @Test func `if exactly one of two members is required, the message is one sentence`() throws {
        let fixture = try SchemaFixture(Self.palette)
        #expect(try fixture.faults(of: #"[{"type": "IconView"}]"#) == ["/0: Either `name` or `url` is needed"])
        #expect(
            try fixture.faults(of: #"[{"type": "IconView", "name": "a", "url": "b"}]"#)
                == ["/0: Only one of `name` or `url` is allowed, found both"])
    }

    @Test func `faults come in document order`() throws {
        let fixture = try SchemaFixture(
            #"{"properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "additionalProperties": false}"#)
        #expect(
            try fixture.diagnostics(of: #"{"c": 1, "b": 2, "a": 3}"#).map(\.pointer.description) == ["/c", "/b", "/a"])
    }

    @Test func `without a discriminator the branch of the right type is explained`() throws {
        let fixture = try SchemaFixture(
            #"{"anyOf": [{"type": "null"}, {"type": "object", "properties": {"size": {"minimum": 1}}}]}"#)
        #expect(try fixture.faults(of: #"{"size": 0}"#) == ["/size: `0` must be at least 1"])
        #expect(try fixture.faults(of: "true") == [": Expected an object or null, found `true`"])
    }

    @Test func `without a discriminator the nearest branch is explained`() throws {
        let fixture = try SchemaFixture(
            """
            {"oneOf": [
              {"title": "Circle", "required": ["radius"], "properties": {"radius": {"type": "number"}},
                "additionalProperties": false},
              {"title": "Box", "required": ["width", "height"],
                "properties": {"width": {"type": "number"}, "height": {"type": "number"}},
                "additionalProperties": false}]}
            """)
        #expect(
            try fixture.faults(of: #"{"width": 1, "height": "2"}"#)
                == ["/height: Expected a number, found the text `2`"])
        #expect(
            try fixture.faults(of: #"{"corner": 1}"#)
                == [
                    ": `radius` is missing; Circle needs it. Another allowed variant: Box",
                    "/corner: `corner` is not a property of Circle; allowed: `radius`",
                ])
    }

    @Test func `of equally near branches none is preferred`() throws {
        let fixture = try SchemaFixture(
            """
            {"oneOf": [
              {"title": "Card", "required": ["card"], "properties": {"card": {"type": "string"}}},
              {"title": "Phone", "required": ["phone"], "properties": {"phone": {"type": "string"}}}]}
            """)
        #expect(try fixture.faults(of: "{}") == [": This object matches none of the allowed variants: Card or Phone"])
    }

    @Test func `the message for nested unions names the types that any branch allows`() throws {
        let fixture = try SchemaFixture(
            #"{"anyOf": [{"oneOf": [{"type": "string"}, {"type": "null"}]}, {"allOf": [{"type": "integer"}]}]}"#)
        #expect(try fixture.faults(of: "{}") == [": Expected text, a whole number or null, found an object"])
    }

    @Test func `constants of plain unions are listed together`() throws {
        let fixture = try SchemaFixture(
            #"{"oneOf": [{"const": "yes", "title": "Yes"}, {"const": "no", "title": "No"}], "title": "Answer"}"#)
        #expect(
            try fixture.faults(of: #""maybe""#) == [": `maybe` is not an Answer; allowed: `yes`, `no`"])
    }

    @Test func `each keyword has a sentence that says what was found and what is expected`() throws {
        let cases: [(schema: String, document: String, message: String)] = [
            (#"{"type": "integer"}"#, "1.5", "Expected a whole number, found the number `1.5`"),
            (#"{"type": ["string", "null"]}"#, "[]", "Expected text or null, found a list"),
            (#"{"const": 5}"#, "6", "`6` must be `5`"),
            (#"{"maximum": 5}"#, "6", "`6` must be at most 5"),
            (#"{"exclusiveMinimum": 5}"#, "5", "`5` must be more than 5"),
            (#"{"exclusiveMaximum": 5}"#, "5", "`5` must be less than 5"),
            (#"{"multipleOf": 0.1}"#, "0.25", "`0.25` must be a multiple of 0.1"),
            (#"{"minLength": 1}"#, #""""#, "The text must not be empty"),
            (#"{"minLength": 3}"#, #""é""#, "The text must have at least 3 characters; it has 1"),
            (#"{"maxLength": 1}"#, #""ab""#, "The text may have at most 1 character; it has 2"),
            (#"{"pattern": "^a$"}"#, #""b""#, "`b` does not match the pattern `^a$`"),
            (#"{"minItems": 1}"#, "[]", "The list must not be empty"),
            (#"{"maxItems": 1}"#, "[1,2]", "The list may have at most 1 item; it has 2"),
            (
                #"{"uniqueItems": true}"#, "[1,2,1.0]",
                "This item repeats item 1 of the list; each item may occur only once"
            ),
            (#"{"minProperties": 2}"#, "{}", "The object must have at least 2 properties; it has 0"),
            (#"{"maxProperties": 0}"#, #"{"a":1}"#, "The object may have at most 0 properties; it has 1"),
            (
                #"{"dependentRequired": {"a": ["b"]}}"#, #"{"a":1}"#,
                "`b` is missing; it is required because `a` is present"
            ),
            (#"{"propertyNames": {"maxLength": 1}}"#, #"{"ab":1}"#, "`ab` cannot be the name of a property here"),
            (#"{"properties": {"a": false}}"#, #"{"a":1}"#, "`a` is not allowed here"),
            (#"{"not": {"required": ["a"]}}"#, #"{"a":1}"#, "`a` is not allowed here"),
            (#"{"not": {}}"#, "1", "`1` is not allowed here"),
            (#"{"prefixItems": [true], "items": false}"#, "[1,2,3]", "The list may have at most 1 item"),
            (
                #"{"contains": {"type": "string"}}"#, "[1]",
                "At least 1 item of this list must match `contains`; 0 match"
            ),
        ]
        for (schema, document, message) in cases {
            let fixture = try SchemaFixture(schema)
            #expect(try fixture.diagnostics(of: document).map(\.message) == [message], "\(schema)")
        }
    }

    @Test func `faults found by the keyword dependencies have schema pointers into it`() throws {
        let fixture = try SchemaFixture(
            #"{"dependencies": {"a": ["b"], "c": false, "d": {"required": ["e"]}}}"#, draft: .draft7)
        let found = try fixture.diagnostics(of: #"{"a": 1, "c": 1, "d": 1}"#)
        #expect(
            found.map { "\($0.code) \($0.pointer) \($0.schemaPointer ?? "")" } == [
                "schema.dependencies  /dependencies", "schema.required  /dependencies/d/required",
                "schema.dependencies /c /dependencies",
            ])
    }

    @Test func `an asserted format is reported with an example`() throws {
        let fixture = try SchemaFixture(#"{"format": "date"}"#, options: CompileOptions(assertFormats: true))
        #expect(try fixture.faults(of: #""2026-02-30""#) == [": `2026-02-30` is not a date such as `2026-03-21`"])
    }
}
