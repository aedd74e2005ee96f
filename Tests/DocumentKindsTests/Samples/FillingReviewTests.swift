import DocumentKinds
import JSONText
import SchemaRepository
import Testing

/// The warnings about members of test data that belong to no field.
struct FillingReviewTests {
    @Test func `a member of a list's row that is not a field is reported`() throws {
        let form = #"""
            {"type": "Form", "jsonSchema": {"type": "object", "properties": {
              "drivers": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}}}},
              "table": {"type": "array", "items": {"type": "array", "items": {"properties": {"cell": {}}}}}
            }}}
            """#
        let filling = try JSONDocument(
            parsing: #"{"drivers": [{"name": "Ann"}, {"nmae": "Bo"}], "table": [[{"cell": 1}, {"clel": 2}]]}"#)
        let checked = try Starter.loaded.get().check(Array(form.utf8), kind: nil)
        let found = try #require(FillingReview.diagnostics(of: filling, for: checked))
        #expect(
            found.map { "\($0.pointer): \($0.message)" } == [
                "/drivers/1/nmae: There is no field `nmae`; its value is not used; did you mean `name`?",
                "/table/0/1/clel: There is no field `clel`; its value is not used; did you mean `cell`?",
            ])
    }
}
