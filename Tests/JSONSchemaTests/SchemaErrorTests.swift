import JSONSchema
import JSONText
import Testing

/// Schemas that cannot be used, and schemas with warnings.
struct SchemaErrorTests {
    @Test func `a schema that its metaschema refuses is reported with the place`() {
        #expect(
            SchemaFixture.errors(of: #"{"properties": {"a": {"type": "strng"}}}"#)
                == ["/properties/a/type: `strng` is not one of the allowed values; did you mean `string`?"])
        #expect(
            SchemaFixture.errors(of: #"{"required": "name"}"#)
                == ["/required: Expected a list, found the text `name`"])
    }

    @Test func `an unresolvable reference is reported at its place`() {
        #expect(
            SchemaFixture.errors(of: ##"{"items": {"$ref": "#/$defs/missing"}}"##)
                == ["/items/$ref: The reference `#/$defs/missing` does not point to an existing schema"])
        #expect(
            SchemaFixture.errors(of: #"{"$ref": "http://169.254.169.254/latest"}"#)
                == ["/$ref: The reference `http://169.254.169.254/latest` does not point to an existing schema"])
    }

    @Test func `an invalid pattern is reported at its place`() {
        let errors = SchemaFixture.errors(of: #"{"pattern": "(a"}"#)
        #expect(errors.count == 1)
        #expect(errors.first?.hasPrefix("/pattern: `(a` is not a pattern") == true)
    }

    @Test func `an unknown dialect is refused`() {
        #expect(
            SchemaFixture.errors(of: #"{"$schema": "http://example.com/dialect"}"#)
                == ["/$schema: `http://example.com/dialect` is not a known version of JSON Schema"])
    }

    @Test func `const in draft 4 is ignored with a warning`() throws {
        let fixture = try SchemaFixture(#"{"properties": {"a": {"const": 1}}}"#, draft: .draft4)
        #expect(try fixture.isValid(#"{"a": 2}"#))
        #expect(
            fixture.schema.warnings.map(\.diagnostic.message) == ["`const` means nothing in draft 4; it is ignored"])
        #expect(fixture.schema.warnings.first?.diagnostic.pointer == JSONPointer("/properties/a/const"))
    }

    @Test func `the keywords beside a reference apply from 2019-09 on`() throws {
        let text = ##"{"definitions": {"a": {}}, "properties": {"p": {"$ref": "#/definitions/a", "type": "string"}}}"##
        for draft in Draft.allCases {
            let fixture = try SchemaFixture(text, draft: draft)
            #expect(try fixture.isValid(#"{"p": 1}"#) == (draft < .draft2019))
        }
    }

    @Test func `references inside documents with the same identifier resolve to their own document`() throws {
        let one = ##"{"$id": "http://x.example/card", "$defs": {"a": {"type": "string"}}, "$ref": "#/$defs/a"}"##
        let other = ##"{"$id": "http://x.example/card", "$defs": {"a": {"type": "number"}}, "$ref": "#/$defs/a"}"##
        var resources = SchemaResources()
        resources.add(try JSONDocument(parsing: one), uri: "http://x.example/1/card.json")
        resources.add(try JSONDocument(parsing: other), uri: "http://x.example/2/card.json")
        let first = try Schema.compile("http://x.example/1/card.json", in: resources)
        let second = try Schema.compile("http://x.example/2/card.json", in: resources)
        let text = try JSONDocument(parsing: #""text""#)
        #expect(first.isValid(text.root))
        #expect(!second.isValid(text.root))
    }

    @Test func `every metaschema accepts itself`() throws {
        for draft in Draft.allCases {
            let schema = try Schema.compile(draft.metaschemaURI, in: SchemaResources())
            #expect(schema.isValid(schema.root.source))
        }
    }

    @Test func `a lenient compilation warns of faults and uses the rest, and accepts an array as items`() throws {
        let text = """
            {"properties": {"code": {"pattern": "(", "maxLength": 3}, "home": {"$ref": "#/$defs/none"},
             "pair": {"items": [{"type": "string"}, {"type": "number"}]}}}
            """
        #expect(throws: SchemaError.self) { try SchemaFixture(text) }
        let fixture = try SchemaFixture(text, options: CompileOptions(checksMetaschema: false, isLenient: true))
        #expect(
            Set(fixture.schema.warnings.map(\.diagnostic.pointer.description))
                == ["/properties/code/pattern", "/properties/home/$ref"])
        #expect(try fixture.isValid(#"{"code": "abc", "home": 1, "pair": ["a", 1]}"#))
        #expect(try !fixture.isValid(#"{"code": "abcd"}"#))
        #expect(try !fixture.isValid(#"{"pair": [1]}"#))
    }
}
