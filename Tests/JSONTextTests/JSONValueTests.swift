import JSONText
import Testing

struct JSONValueTests {
    @Test func `values are read by name, index and pointer`() throws {
        let document = try JSONDocument(
            parsing: #"{"a": [1, {"b\n/~": "ü\uD83D\uDE00"}], "c": null, "d": {}, "e": []}"#
        )
        let root = document.root
        #expect(root.kind == .object)
        #expect(root.count == 4)
        #expect(root["a"]?[0]?.integer == 1)
        let inner = try #require(root["a"]?[1]?["b\n/~"])
        #expect(inner.string == "ü😀")
        #expect(inner.pointer.description == "/a/1/b\n~1~0")
        #expect(root.value(at: inner.pointer)?.string == "ü😀")
        #expect(root.pointer.description == "")
        #expect(root["d"]?.pointer.description == "/d")
        #expect(root["e"]?.elements.isEmpty == true)
        #expect(root.members.map(\.name) == ["a", "c", "d", "e"])
        #expect(root["c"]?.isNull == true)
        #expect(root["missing"] == nil)
        #expect(root["a"]?[2] == nil)
    }

    @Test func `an integer is recognized in any notation`() throws {
        let root = try JSONDocument(
            parsing: "[35, -35, 35.0, 3.5e1, 350E-1, 0.0, 35.5, 1e30, 1e999999999, 9223372036854775808, \"35\"]"
        ).root
        #expect(root.elements.map(\.integer) == [35, -35, 35, 35, 35, 0, nil, nil, nil, nil, nil])
        #expect(root.elements.map(\.plainInteger) == [35, -35] + Array(repeating: nil, count: 9))
    }

    @Test func `nonempty strings, numbers and Booleans have labels, and values are grouped by equal labels`() throws {
        let root = try JSONDocument(parsing: #"["a", 1.50, true, "", null, [], {}, "a", "b"]"#).root
        #expect(root.elements.map(\.label) == ["a", "1.50", "true", nil, nil, nil, nil, "a", "b"])
        let groups = root.elements.enumerated().grouped { $0.element.label }
        #expect(groups.map(\.key) == ["a", "1.50", "true", nil, "b"])
        #expect(groups.map { $0.elements.map(\.offset) } == [[0, 7], [1], [2], [3, 4, 5, 6], [8]])
    }

    @Test func `a member's name is a string value with the pointer of the member`() throws {
        let document = try JSONDocument(parsing: #"{"a": {"b": 1, "c\u0064": [2]}}"#)
        let name = try #require(document.root["a"]?.member("cd")?.nameValue)
        #expect(name.string == "cd")
        #expect(name.pointer.description == "/a/cd")
        #expect(name.minified() == Array(#""c\u0064""#.utf8))
        #expect(name.isEqual(to: try JSONDocument(parsing: #""cd""#).root))
    }

    @Test func `every value is found by its pointer, and a name has the pointer of its value`() throws {
        func check(_ value: JSONValue, in root: JSONValue) throws {
            let found = try #require(root.value(at: value.pointer))
            #expect(found.range == value.range, "\(value.pointer)")
            for element in value.elements { try check(element, in: root) }
            for member in value.members {
                #expect(member.nameValue.pointer == member.value.pointer)
                try check(member.value, in: root)
            }
        }
        let root = try JSONDocument(
            parsing: #"[[], {}, [[1, [2, {"a": {"b": [], "": {"/": [null]}}, "c": 3}]], 4], "5", {"d": [6]}]"#
        ).root
        try check(root, in: root)
        let zeros = Array(repeating: "0", count: 20_000).joined(separator: ",")
        let siblings = try JSONDocument(parsing: "[\(zeros)]")
        for (position, element) in siblings.root.elements.enumerated() {
            #expect(element.pointer.tokens == [String(position)])
        }
    }

    @Test func `a value keeps its document alive`() throws {
        func inner() throws -> JSONValue? { try JSONDocument(parsing: #"{"a": [true, false]}"#).root["a"] }
        #expect(try inner()?.elements.map(\.boolean) == [true, false])
    }

    @Test func `the minified text has names, numbers and strings as written`() throws {
        let document = try JSONDocument(
            parsing: #" { "b\u0041" : [ 1.0 , -0 , 1E2 , [ ] , { } , {"x":{"y":[]}} ] , "a" : "\/" } "#
        )
        #expect(
            String(decoding: document.root.minified(), as: UTF8.self)
                == #"{"b\u0041":[1.0,-0,1E2,[],{},{"x":{"y":[]}}],"a":"\/"}"#)
    }

    @Test(arguments: [
        ("1", "1.0", true), ("100", "1e2", true), ("1e400", "10e399", true), ("0", "-0.0", true),
        ("9007199254740993", "9007199254740992", false), ("1e400", "1e401", false),
        ("1e99999999999999999999999", "10e99999999999999999999998", true),
        (#""é""#, "\"e\u{301}\"", false), (#""é""#, #""\u00e9""#, true),
        (#"{"a":1,"b":[2]}"#, #"{"b":[2.0],"\u0061":1}"#, true), (#"{"a":1}"#, #"{"b":1}"#, false),
        ("[1,2]", "[2,1]", false), ("1", "true", false), ("0", "false", false), ("null", "0", false),
    ])
    func `equality is that of JSON Schema`(left: String, right: String, isEqual: Bool) throws {
        let left = try JSONDocument(parsing: left).root
        let right = try JSONDocument(parsing: right).root
        #expect(left.isEqual(to: right) == isEqual)
        #expect(right.isEqual(to: left) == isEqual)
        var first = Hasher()
        var second = Hasher()
        left.hash(into: &first)
        right.hash(into: &second)
        #expect((first.finalize() == second.finalize()) == isEqual)
    }

    @Test func `large objects are equal in any order`() throws {
        let names = (0..<100).map { "\"name\($0)\": \($0)" }
        let left = try JSONDocument(parsing: "{" + names.joined(separator: ",") + "}").root
        let right = try JSONDocument(parsing: "{" + names.reversed().joined(separator: ",") + "}").root
        #expect(left.isEqual(to: right))
        #expect(left["name77"]?.integer == 77)
    }
}
