import JSONText
import Testing

struct JSONDiffTests {
    /// Returns the changes as `kind old new`, with `-` for none.
    private func changes(_ old: String, _ new: String) throws -> [String] {
        let diff = JSONDiff(from: try JSONDocument(parsing: old).root, to: try JSONDocument(parsing: new).root)
        return diff.changes.map { change in
            "\(change.kind) \(change.oldPointer.map { "\($0)." } ?? "-") \(change.newPointer.map { "\($0)." } ?? "-")"
        }
    }

    @Test(arguments: [
        ("1", "1.0", []), ("1", "2", ["replaced . ."]), (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, []),
        (#"{"a":1,"b":2}"#, #"{"b":3,"c":4}"#, ["removed /a. -", "replaced /b. /b.", "added - /c."]),
        (#"{"a":{"b":[1,{"c":2}]}}"#, #"{"a":{"b":[1,{"c":3}]}}"#, ["replaced /a/b/1/c. /a/b/1/c."]),
        ("[1,2,3]", "[1,3]", ["removed /1. -"]), ("[1,3]", "[1,2,3]", ["added - /1."]),
        ("[1,2,3]", "[1,9,3]", ["replaced /1. /1."]), ("[1,2,3,4]", "[4,1,2,3]", ["moved /3. /0."]),
        ("[1,1,1]", "[1,1]", ["removed /2. -"]),
        (
            #"[{"id":"a","v":1},{"id":"b","v":1},{"id":"c"}]"#, #"[{"id":"c"},{"id":"a","v":2},{"id":"b","v":1}]"#,
            ["moved /2. /0.", "replaced /0/v. /1/v."]
        ),
        (#"[{"id":"a","v":1}]"#, #"[{"id":"b","v":1}]"#, ["removed /0. -", "added - /0."]),
        (#"[{"tag":"x","id":"1"}]"#, #"[{"tag":"x","id":"2"}]"#, ["replaced /0/id. /0/id."]),
        (#"[{"name":"a"},{"name":"a","b":1}]"#, #"[{"name":"a"},{"name":"a","b":2}]"#, ["replaced /1/b. /1/b."]),
        (#"[{"type":"text","value":"a"}]"#, #"[{"type":"text","value":"b"}]"#, ["replaced /0/value. /0/value."]),
        ("[[1],[2]]", "[[2],[1]]", ["moved /1. /0."]), ("[1]", #"{"0":1}"#, ["replaced . ."]),
        ("[]", "[[]]", ["added - /0."]), ("{\"é\":1}", "{\"e\u{301}\":1}", ["removed /é. -", "added - /e\u{301}."]),
    ])
    func `differences are the changes that a person made`(old: String, new: String, expected: [String]) throws {
        #expect(try changes(old, new) == expected)
    }

    @Test func `moves are as few as possible`() throws {
        let old = "[" + (0..<100).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]"
        let new = "[" + ([50] + (0..<50) + (51..<100)).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]"
        #expect(try changes(old, new) == ["moved /50. /0."])
    }
}
