import JSONText
import Testing

struct JSONMergeTests {
    private func merge(_ base: String, _ mine: String, _ theirs: String) throws -> JSONMerge {
        JSONMerge(
            base: try JSONDocument(parsing: base), mine: try JSONDocument(parsing: mine),
            theirs: try JSONDocument(parsing: theirs))
    }

    private func text(_ merge: JSONMerge, _ choice: MergeConflict.Choice = .mine) -> String {
        String(decoding: merge.text { _ in choice }, as: UTF8.self)
    }

    @Test(arguments: [
        // One side changed something.
        ("1", "2", "1", "2"), ("1", "1", "2", "2"), ("1", "1.0", " 1 ", " 1.0 "),
        // Both sides changed members.
        (#"{"a":1,"b":2}"#, #"{"a":3,"b":2}"#, #"{ "a": 1, "b": 4 }"#, #"{ "a": 3, "b": 4 }"#),
        (#"{"a":1}"#, #"{"a":1,"m":2}"#, #"{"t":3, "a":1}"#, #"{"t":3, "a":1, "m":2}"#),
        (#"{"a":1,"b":2,"c":3}"#, #"{"b":2,"c":3}"#, #"{"a":1,"b":2}"#, #"{"b":2}"#),
        (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, #"{"a":5,"b":2}"#, #"{"b":2,"a":5}"#),
        // Both sides made the same changes.
        (#"{"a":1}"#, #"{"a":2,"b":[1]}"#, #"{"a":2,"b":[ 1 ]}"#, #"{"a":2,"b":[ 1 ]}"#),
        // Both sides changed items.
        ("[1,2,3]", "[0,1,2,3]", "[1,2,3,4]", "[0,1,2,3,4]"), ("[1,2,3,4]", "[1,3,4]", "[1,2,3]", "[1,3]"),
        ("[1,2,3,4]", "[4,1,2,3]", "[1,2,3,5,4]", "[4,1,2,3,5]"),
        (
            #"[{"id":"a","v":1},{"id":"b","v":1}]"#, #"[{"id":"b","v":1},{"id":"a","v":1}]"#,
            #"[{"id":"a","v":2},{"id":"b","v":1}]"#, #"[{"id":"b","v":1},{"id":"a","v":2}]"#
        ),
        // Numbers and names stay as written.
        (
            #"{"n":1.50,"\u0061":[1e2]}"#, #"{"n":1.50,"\u0061":[1e2,2E1]}"#, #"{"n":-0.10,"\u0061":[1e2]}"#,
            #"{"n":-0.10,"\u0061":[1e2,2E1]}"#
        ),
    ])
    func `changes that do not overlap are merged`(base: String, mine: String, theirs: String, merged: String) throws {
        let merge = try merge(base, mine, theirs)
        #expect(merge.conflicts.isEmpty)
        #expect(text(merge) == merged)
    }

    @Test(arguments: [
        ("1", "2", "3", "value .", "2", "3"),
        (#"{"a":1}"#, #"{"a":2}"#, #"{"a":3}"#, "value /a.", #"{"a":2}"#, #"{"a":3}"#),
        (#"{"a":1}"#, "{}", #"{"a":2}"#, "value /a.", "{}", #"{"a":2}"#),
        (#"{"a":{"b":1,"c":1}}"#, "{}", #"{"a":{"b":1,"c":2}}"#, "value /a.", "{}", #"{"a":{"b":1,"c":2}}"#),
        ("{}", #"{"a":1}"#, #"{"a":2}"#, "value /a.", #"{"a":1}"#, #"{"a":2}"#),
        (#"{"a/b~":1}"#, #"{"a/b~":[]}"#, #"{"a/b~":{}}"#, "value /a~1b~0.", #"{"a/b~":[]}"#, #"{"a/b~":{}}"#),
        ("[1,2]", "[1,3,2]", "[1,4,2]", "addition /1.", "[1,3,2]", "[1,4,2]"),
        ("[]", "[1]", "[ 2 ]", "addition /0.", "[ 1 ]", "[ 2 ]"),
        ("[1,2,3]", "[3,1,2]", "[2,1,3]", "order .", "[3,1,2]", "[2,1,3]"),
        (
            #"[{"id":1}]"#, #"[{"id":2},{"id":1}]"#, #"[{"id":1},{"id":2}]"#, "value .", #"[{"id":2},{"id":1}]"#,
            #"[{"id":1},{"id":2}]"#
        ),
    ])
    func `changes that overlap are conflicts with both sides`(
        base: String, mine: String, theirs: String, conflict: String, withMine: String, withTheirs: String
    ) throws {
        let merge = try merge(base, mine, theirs)
        #expect(merge.conflicts.map { "\($0.kind) \($0.pointer)." } == [conflict])
        #expect(text(merge, .mine) == withMine)
        #expect(text(merge, .theirs) == withTheirs)
    }

    @Test func `both runs of added items can be kept`() throws {
        #expect(text(try merge("[1,2]", "[1,3,2]", "[1,4,5,2]"), .both) == "[1,3,4,5,2]")
    }

    @Test func `the text of the other side is kept byte for byte outside of my changes`() throws {
        let base =
            "{\n  \"title\": \"a\",\n  \"items\": [\n    {\"id\": 1, \"v\": 1},\n    {\"id\": 2, \"v\": 1}\n  ]\n}\n"
        let mine = base.replacing(
            "{\"id\": 2, \"v\": 1}", with: "{\"id\": 2, \"v\": 2.50, \"w\": \"\\u00e9\"},\n    {\"id\": 3}")
        let theirs = base.replacing("\"a\"", with: "\"b\" ").replacing(
            "{\"id\": 1, \"v\": 1}", with: "{\"id\":1,  \"v\":3}")
        let merged = theirs.replacing(
            "{\"id\": 2, \"v\": 1}", with: "{\"id\": 2, \"v\": 2.50, \"w\": \"\\u00e9\"},\n    {\"id\": 3}")
        let merge = try merge(base, mine, theirs)
        #expect(merge.conflicts.isEmpty)
        #expect(text(merge) == merged)
    }
}
