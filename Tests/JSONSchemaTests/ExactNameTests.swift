import JSONSchema
import JSONText
import Testing

/// Names and texts that differ only in the code points of the same character: `é` in one scalar and in two.
struct ExactNameTests {
    @Test func `canonically equivalent patterns are different patterns`() throws {
        let fixture = try SchemaFixture(
            #"{"properties": {"a": {"pattern": "^\u00e9$"}, "b": {"pattern": "^e\u0301$"}}}"#)
        #expect(try fixture.isValid(#"{"a": "\u00e9", "b": "e\u0301"}"#))
        #expect(try !fixture.isValid(#"{"b": "\u00e9"}"#))
        #expect(try !fixture.isValid(#"{"a": "e\u0301"}"#))
    }

    @Test func `canonically equivalent anchors are different anchors`() throws {
        let fixture = try SchemaFixture(
            ##"{"definitions": {"x": {"$id": "#\u00e9", "type": "string"}, "y": {"$id": "#e\u0301", "type": "number"}},"##
                + ##""properties": {"a": {"$ref": "#\u00e9"}, "b": {"$ref": "#e\u0301"}}}"##, draft: .draft7)
        #expect(try fixture.isValid(#"{"a": "x", "b": 1}"#))
        #expect(try !fixture.isValid(#"{"a": 1}"#))
        #expect(try !fixture.isValid(#"{"b": "x"}"#))
    }

    @Test func `canonically equivalent identifiers are different identifiers`() throws {
        let definitions =
            #"{"x": {"$id": "http://h/\u00e9", "type": "string"}, "y": {"$id": "http://h/e\u0301", "type": "number"}}"#
        let properties = #"{"a": {"$ref": "http://h/\u00e9"}, "b": {"$ref": "http://h/e\u0301"}}"#
        let fixture = try SchemaFixture(#"{"$defs": \#(definitions), "properties": \#(properties)}"#)
        #expect(try fixture.isValid(#"{"a": "x", "b": 1}"#))
        #expect(try !fixture.isValid(#"{"a": 1}"#))
        #expect(try !fixture.isValid(#"{"b": "x"}"#))
    }

    @Test func `each of two canonically equivalent names that are missing is reported`() throws {
        let fixture = try SchemaFixture(#"{"required": ["\u00e9", "e\u0301"]}"#)
        let messages = try fixture.diagnostics(of: "{}").map { Array($0.message.unicodeScalars.prefix(4).map(\.value)) }
        #expect(messages == [[0x60, 0xE9, 0x60, 0x20], [0x60, 0x65, 0x301, 0x60]])
        #expect(try fixture.diagnostics(of: #"{"\u00e9": 1}"#).count == 1)
    }
}
