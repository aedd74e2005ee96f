import TestSupport
import Testing

@testable import JSONText

@Suite("Edited copies of documents") struct JSONEditorTests {
    @Test func `a copy contains the edits, and otherwise the names, numbers and strings as written`() throws {
        let document = try JSONDocument(
            parsing: #"{ "a" : [ 1.50e1 , "\u00e9", {"b": null} , []  ], "c": {"d": 1}, "\u0065": true }"#)
        let (list, inner) = (try #require(document.root["a"]), try #require(document.root["c"]))
        var editor = JSONEditor(document)
        #expect(text(editor.bytes) == #"{"a":[1.50e1,"\u00e9",{"b":null},[]],"c":{"d":1},"\u0065":true}"#)
        func edited(_ edits: [(JSONValue?, JSONEdit)]) throws -> String {
            let pairs = try edits.map { (try #require($0.0).range.lowerBound, $0.1) }
            return text(editor.document(with: Dictionary(uniqueKeysWithValues: pairs)).bytes)
        }
        #expect(
            try edited([(list[0], .omission), (list[1], .string("a\"b"))])
                == #"{"a":["a\"b",{"b":null},[]],"c":{"d":1},"\u0065":true}"#)
        #expect(try edited([(list, .omission), (document.root["e"], .omission)]) == #"{"c":{"d":1}}"#)
        #expect(
            try edited([(inner["d"], .omission), (list[3], .omission)])
                == #"{"a":[1.50e1,"\u00e9",{"b":null}],"c":{},"\u0065":true}"#)
        #expect(
            try edited([(document.root, .value(inner)), (inner["d"], .string("x"))]) == #"{"d":"x"}"#)
    }

    @Test func `values replaced by canonically equivalent strings have different identities`() throws {
        let document = try JSONDocument(parsing: #"["a"]"#)
        var editor = JSONEditor(document)
        let offset = try #require(document.root[0]).range.lowerBound
        let copies = ["\u{E9}", "e\u{301}"].map { editor.document(with: [offset: .string($0)]) }
        #expect(copies.map { $0.root[0]?.utf8 } == [[0xC3, 0xA9], [0x65, 0xCC, 0x81]])
        #expect(copies[0].root[0]?.identity != copies[1].root[0]?.identity)
        #expect(copies[0].root.identity != copies[1].root.identity)
    }

    @Test func `a copy has the same nodes as its parsed text, and equal identities mean equal values`() throws {
        var random = SeededNumbers(seed: 20)
        for _ in 0..<300 {
            let document = try JSONDocument(parsing: Self.text(&random, depth: 0))
            var editor = JSONEditor(document)
            let values = Self.values(in: document.root)
            var texts = Dictionary(
                uniqueKeysWithValues: document.storage.nodes.indices.map { index in
                    (index, text(JSONValue(storage: document.storage, index: index).minified()))
                })
            for _ in 0..<6 {
                var edits: [Int: JSONEdit] = [:]
                for value in values where Self.below(6, &random) == 0 {
                    let inside = Self.values(in: value).dropFirst()
                    switch Self.below(3, &random) {
                    case 0: edits[value.range.lowerBound] = .string(["", "new", "\"\\\n"][Self.below(3, &random)])
                    case 1: edits[value.range.lowerBound] = .omission
                    default:
                        guard let other = inside.last else { continue }
                        edits[value.range.lowerBound] = .value(other)
                    }
                }
                let copy = editor.document(with: edits)
                let parsed = try JSONDocument(parsing: copy.bytes)
                #expect(copy.storage.nodes.map(Self.parts) == parsed.storage.nodes.map(Self.parts))
                for index in copy.storage.nodes.indices {
                    let value = JSONValue(storage: copy.storage, index: index)
                    let own = text(value.minified())
                    #expect(texts.updateValue(own, forKey: value.identity) ?? own == own)
                }
            }
        }
    }

    private static func parts(_ node: JSONNode) -> [UInt32] { [node.start, node.end, node.info, node.next] }

    private static func values(in value: JSONValue) -> [JSONValue] {
        [value] + (value.elements.map(\.self) + value.members.map(\.value)).flatMap { values(in: $0) }
    }

    private static func text(_ random: inout SeededNumbers, depth: Int) -> String {
        let count = depth == 4 ? 0 : below(4, &random)
        switch below(depth == 0 ? 2 : 5, &random) {
        case 0: return "[ " + (0..<count).map { _ in text(&random, depth: depth + 1) }.joined(separator: " , ") + "]"
        case 1:
            let members = (0..<count).map { "\"m\\u00\(30 + $0)\" : " + text(&random, depth: depth + 1) }
            return "{" + members.joined(separator: ",\n") + " }"
        case 2: return ["1.0", "-3", "true", "null"][below(4, &random)]
        case 3: return "\"t\(below(3, &random))\""
        default: return "\"\\u00e9\""
        }
    }

    private static func below(_ count: Int, _ random: inout SeededNumbers) -> Int {
        Int.random(in: 0..<count, using: &random)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
