import JSONText
import Testing

struct JSONDiffTests {
    /// Returns each change as `kind old new`: its pointers, each with a full stop at the end, or `-` for none.
    private func changes(_ old: String, _ new: String) throws -> [String] {
        Self.shown(
            JSONDiff(from: try JSONDocument(parsing: old).root, to: try JSONDocument(parsing: new).root))
    }

    private static func shown(_ diff: JSONDiff) -> [String] {
        diff.changes.map { change in
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
    func `the differences are the changes that a person would name`(
        old: String, new: String, expected: [String]
    ) throws {
        #expect(try changes(old, new) == expected)
    }

    @Test(arguments: [
        // An item is identified by its tag, or else by its id, key or name.
        (#"[{"tag":"a","id":1},{"tag":"a","id":2}]"#, #"[{"tag":"a","id":2},{"tag":"a","id":1}]"#, ["moved /1. /0."]),
        (#"[{"tag":"a","id":1}]"#, #"[{"tag":"b","id":1}]"#, ["replaced /0/tag. /0/tag."]),
        (
            #"[{"key":"k","v":1},{"key":"l"}]"#, #"[{"key":"l"},{"key":"k","v":2}]"#,
            ["moved /1. /0.", "replaced /0/v. /1/v."]
        ),
        // An item without an identifier is matched with the most similar one between the same neighbors, never with one
        // of another type.
        (
            #"[{"type":"text","value":"a"},{"type":"text","value":"b","size":1}]"#,
            #"[{"type":"text","value":"new"},{"type":"text","value":"a"},{"type":"text","value":"b","size":2}]"#,
            ["added - /0.", "replaced /1/size. /2/size."]
        ),
        (#"[{"type":"text","v":1}]"#, #"[{"type":"icon","v":1}]"#, ["removed /0. -", "added - /0."]),
        (#"[{"v":[1]},{"v":[2]},5]"#, #"[5,{"v":[1]},{"v":[3]}]"#, ["moved /2. /0.", "replaced /1/v/0. /2/v/0."]),
        ("[1,2,[3],4]", "[2,1,[5],4]", ["moved /1. /0.", "replaced /2/0. /2/0."]),
    ])
    func `items are matched by identifier, content and similarity`(
        old: String, new: String, expected: [String]
    ) throws {
        #expect(try changes(old, new) == expected)
    }

    @Test(arguments: [
        ("1", "1.0", ["replaced . ."]), (#""é""#, #""\u00e9""#, ["replaced . ."]), ("[1, 2]", "[1,2]", []),
        (#"{"a":1,"b":2,"c":3}"#, #"{"c":3,"a":1,"b":2}"#, ["moved /c. /c."]),
        (#"{"a":{"b":1,"c":1}}"#, #"{"a":{"c":2,"b":1}}"#, ["moved /a/c. /a/c.", "replaced /a/c. /a/c."]),
    ])
    func `a comparison by writing also finds values written in another way and members in another order`(
        old: String, new: String, expected: [String]
    ) throws {
        let diff = JSONDiff(
            from: try JSONDocument(parsing: old).root, to: try JSONDocument(parsing: new).root, by: .writing)
        #expect(Self.shown(diff) == expected)
    }

    /// Returns the text of an array of `count` items, each made from its position.
    private func items(_ count: Int, _ item: (Int) -> String) -> String {
        "[" + (0..<count).map(item).joined(separator: ",") + "]"
    }

    @Test func `ten thousand items without unique identifiers are compared quickly`() throws {
        let numbered = items(10_000) { #"{"v":\#($0)}"# }
        #expect(try changes(numbered, items(10_000) { #"{"v":\#($0 + 20_000)}"# }).count == 10_000)
        #expect(try changes(numbered, items(10_000) { #"{"v":\#(9_999 - $0)}"# }).count == 9_999)
        let equal = items(10_000) { _ in #"{"v":1}"# }
        #expect(try changes(equal, items(9_999) { _ in #"{"v":1}"# }) == ["removed /9999. -"])
        let shared = items(10_000) { #"{"id":\#($0 % 7),"v":\#($0)}"# }
        #expect(try !changes(shared, items(10_000) { #"{"id":\#($0 % 5),"v":-\#($0)}"# }).isEmpty)
    }

    @Test func `the deepest documents are compared`() throws {
        let (opening, closing) = (String(repeating: "[[1],", count: 254), String(repeating: "]", count: 254))
        let old = opening + "1" + closing
        #expect(try changes(old, old.replacing("[1]", with: "[2]")).count == 254)
    }

    @Test func `as few items as possible are reported as moved`() throws {
        let old = "[" + (0..<100).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]"
        let new = "[" + ([50] + (0..<50) + (51..<100)).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]"
        #expect(try changes(old, new) == ["moved /50. /0."])
    }
}
