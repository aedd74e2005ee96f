import JSONText
import SchemaRepository
import TestSupport
import Testing

@testable import DocumentKinds

struct QuestionnaireStateTests {
    // MARK: Clearing

    @Test func `changing a cell clears the cells that depend on it, directly and indirectly`() throws {
        var state = try Self.state(
            """
            {"key": "city", "kind": "text"}, {"key": "street", "kind": "text", "parentFields": ["city"]},
            {"key": "house", "kind": "text", "parentFields": ["street"]}, {"key": "floor", "kind": "number"}
            """, data: #"{"city": "Kazan", "street": "Bauman", "house": "1", "floor": 2}"#)
        try Self.type("Moscow", "city", &state)
        #expect(Self.data(state) == #"{"city":"Moscow","floor":2}"#)
        #expect(state.cleared.map(\.key) == ["street", "house"])
    }

    @Test func `entering the same value clears nothing, emptying a cell clears its dependents`() throws {
        var state = try Self.state(
            #"{"key": "a", "kind": "text"}, {"key": "b", "kind": "text", "parentFields": ["a"]}"#,
            data: #"{"a": "x", "b": "y"}"#)
        try Self.type("x", "a", &state)
        #expect(state.cleared.isEmpty)
        try Self.type("", "a", &state)
        #expect(Self.data(state) == "{}")
        #expect(state.cleared.map(\.key) == ["b"])
    }

    @Test func `a value entered together with a changed parent is cleared, with its dependents`() throws {
        let cells = """
            {"key": "house", "kind": "text", "parentFields": ["street"]},
            {"key": "street", "kind": "text", "parentFields": ["city"]}, {"key": "city", "kind": "text"},
            {"key": "kind", "kind": "choice", "options": [{"value": "a"}, {"value": "b"}]},
            {"key": "number", "kind": "number", "parentFields": ["kind"]},
            {"key": "power", "kind": "lookup", "source": "powers", "parentFields": ["city"],
             "validation": {"maximum": 500}}
            """
        let data = #"{"city": "x", "street": "y", "house": "1", "kind": "a", "power": 150}"#
        let typed = [
            ("city", "x5"), ("street", "Bauman"), ("house", "2"), ("kind", "b"), ("number", "7"), ("power", "163"),
        ].map { (address: CellAddress($0), text: $1) }
        for typed in [typed, typed.reversed()] {
            var state = try Self.state(cells, data: data)
            state.enter(typed: typed)
            #expect(Self.data(state) == #"{"city":"x5","kind":"b","power":300}"#)
            #expect(Set(state.cleared.map(\.key)) == ["house", "street", "number", "power"])
            #expect(Set(Self.gaps(state)) == ["house waits for street", "street empty", "number empty"])
            #expect(state.review().count == QuestionnaireReview.Count(3, of: 6))
        }
        // A typed value is also cleared if its cell had no value before.
        var state = try Self.state(cells, data: #"{"city": "x", "kind": "a"}"#)
        state.enter(typed: [(CellAddress("number"), "7"), (CellAddress("kind"), "b"), (CellAddress("street"), "S")])
        #expect(Self.data(state) == #"{"street":"S","city":"x","kind":"b","power":150}"#)
    }

    @Test func `a value typed after its parent's change is kept if the order of typing is known`() throws {
        let cells = """
            {"key": "type", "kind": "text"}, {"key": "note", "kind": "text", "parentFields": ["type"]},
            {"key": "number", "kind": "text", "parentFields": ["type"], "validation": {"masks": [
             {"mask": "99 99", "when": {"key": "type", "equals": "x"}},
             {"mask": "99-99", "when": {"key": "type", "equals": "y"}}]}},
            {"key": "drivers", "kind": "list", "parentFields": ["type"], "cells": [
             {"key": "name", "kind": "text"}, {"key": "born", "kind": "text", "parentFields": ["name"]}]}
            """
        let data =
            #"{"type": "x", "note": "n", "number": "12 34", "drivers": [{"name": "A", "born": "B"}, {"name": "C"}]}"#
        let (type, number) = (CellAddress("type"), CellAddress("number"))
        let (name, born) = (CellAddress("name", entries: [0]), CellAddress("born", entries: [0]))
        var state = try Self.state(cells, data: data)
        state.enter(typed: [(number, "5678"), (type, "y")], inOrder: [type, number])
        #expect(Self.data(state) == #"{"type":"y","number":"56-78"}"#)
        #expect(state.cleared.map(\.key) == ["note", "drivers"])
        state = try Self.state(cells, data: data)
        state.enter(typed: [(type, "y"), (number, "5678")], inOrder: [number, type])
        #expect(Self.data(state) == #"{"type":"y"}"#)
        // The change of the type clears the list, and then the former name is typed in it again. The
        // name is kept, but the value typed before the change is not.
        state = try Self.state(cells, data: data)
        state.enter(typed: [(type, "y"), (name, "A"), (born, "D")], inOrder: [born, type, name])
        #expect(Self.data(state) == #"{"type":"y","drivers":[{"name":"A"}]}"#)
    }

    @Test func `changing a cell of a list entry clears dependents only in that entry`() throws {
        let cells = """
            {"key": "country", "kind": "text"}, {"key": "drivers", "kind": "list", "cells": [
             {"key": "type", "kind": "text"},
             {"key": "number", "kind": "text", "initialValue": "none", "parentFields": ["type"]},
             {"key": "visa", "kind": "text", "parentFields": ["country", "number"]}]}
            """
        let data =
            #"{"country": "c", "drivers": [{"type": "x", "number": "1", "visa": "v"}, {"type": "x", "number": "2"}]}"#
        func entered(_ more: String = #""onClear": "empty""#) throws -> QuestionnaireState {
            var state = try Self.state(cells, data: data, more: more)
            state.enter(typed: [
                (CellAddress("type", entries: [0]), "y"), (CellAddress("number", entries: [0]), "3"),
                (CellAddress("number", entries: [1]), "4"), (CellAddress("visa", entries: [0]), "w"),
            ])
            return state
        }
        let empty = #"{"country":"c","drivers":[{"type":"y"},{"type":"x","number":"4"}]}"#
        #expect(Self.data(try entered()) == empty)
        let initial = #"{"country":"c","drivers":[{"type":"y","number":"none"},{"type":"x","number":"4"}]}"#
        #expect(Self.data(try entered(#""onClear": "initial""#)) == initial)
    }

    @Test func `with onClear initial, cleared cells get their initial values`() throws {
        let cells = """
            {"key": "a", "kind": "text"}, {"key": "b", "kind": "text", "initialValue": "one", "parentFields": ["a"]},
            {"key": "c", "kind": "composite", "parentFields": ["a"], "initialValue": {"d": "two"},
             "cells": [{"key": "d", "kind": "text"}, {"key": "e", "kind": "switch", "initialValue": true}]}
            """
        let data = #"{"a": "x", "b": "other", "c": {"d": "other", "e": false}}"#
        var initial = try Self.state(cells, data: data, more: #""onClear": "initial""#)
        try Self.type("y", "a", &initial)
        #expect(Self.data(initial) == #"{"a":"y","b":"one","c":{"d":"two","e":true}}"#)
        var empty = try Self.state(cells, data: data)
        try Self.type("y", "a", &empty)
        #expect(Self.data(empty) == #"{"a":"y","c":{"e":false}}"#)
        #expect(empty.cleared.map(\.key) == ["b", "c"])
    }

    @Test func `a change in a composite clears the composite's dependents, and circular dependencies end`() throws {
        var state = try Self.state(
            """
            {"key": "name", "kind": "composite", "cells": [{"key": "first", "kind": "text"},
             {"key": "last", "kind": "text", "parentFields": ["name"]}]},
            {"key": "sign", "kind": "text", "parentFields": ["name", "loop"]},
            {"key": "loop", "kind": "text", "parentFields": ["sign"]}
            """, data: #"{"name": {"first": "A", "last": "B"}, "sign": "AB", "loop": "L"}"#)
        try Self.type("C", "first", &state)
        #expect(Self.data(state) == #"{"name":{"first":"C","last":"B"}}"#)
    }

    @Test func `hiding a cell clears its dependents, and showing it restores its own value`()
        throws
    {
        var state = try Self.state(
            """
            {"key": "none", "kind": "switch", "hides": ["type"]}, {"key": "type", "kind": "text"},
            {"key": "number", "kind": "text", "parentFields": ["type"]}
            """, data: #"{"none": false, "type": "passport", "number": "1"}"#)
        try Self.type("true", "none", &state)
        #expect(state.cleared.map(\.key) == ["number"])
        #expect(Self.payload(state) == #"{"none":true}"#)
        #expect(state.review().waiting == [CellAddress("number"): CellAddress("type")])
        try Self.type("false", "none", &state)
        #expect(Self.payload(state) == #"{"none":false,"type":"passport"}"#)
    }

    // MARK: Lists

    @Test func `an added list entry has initial values, and later entries move up when one is removed`() throws {
        var state = try Self.state(
            """
            {"key": "drivers", "kind": "list", "initialValue": [{"name": "A"}], "cells": [
             {"key": "name", "kind": "text", "initialValue": "new"}, {"key": "born", "kind": "date"},
             {"key": "since", "kind": "date", "parentFields": ["born"]},
             {"key": "cars", "kind": "list", "cells": [{"key": "plate", "kind": "text"}]}]}
            """)
        let list = CellAddress("drivers")
        state.addEntry(to: list)
        state.addEntry(to: CellAddress("cars", entries: [1]))
        state.enter(typed: [
            (CellAddress("name", entries: [1]), "B"), (CellAddress("born", entries: [1]), "1990-01-01"),
            (CellAddress("plate", entries: [1, 0]), "P"),
        ])
        state.enter(typed: [(CellAddress("since", entries: [1]), "2010-01-01")])
        let filled = #"{"name":"B","born":"1990-01-01","since":"2010-01-01","cars":[{"plate":"P"}]}"#
        #expect(Self.data(state) == #"{"drivers":[{"name":"A"},\#(filled)]}"#)
        state.addEntry(to: list)
        #expect(Self.data(state) == #"{"drivers":[{"name":"A"},\#(filled),{"name":"new"}]}"#)
        state.removeEntry(0, from: list)
        #expect(Self.data(state) == #"{"drivers":[\#(filled),{"name":"new"}]}"#)
        #expect(state.pointer(of: CellAddress("plate", entries: [0, 0])) == "/drivers/0/cars/0/plate")
        state.enter(typed: [(CellAddress("born", entries: [0]), "1991-01-01")])
        #expect(state.cleared == [CellAddress("since", entries: [0])])
    }

    @Test func `cleared cells of nested lists are in the order of the page`() throws {
        var state = try Self.state(
            """
            {"key": "city", "kind": "text"},
            {"key": "drivers", "kind": "list", "cells": [{"key": "cars", "kind": "list", "cells": [
             {"key": "plate", "kind": "text", "parentFields": ["city"]}]}]}
            """,
            data: """
                {"city": "Kazan", "drivers": [
                 {"cars": [{"plate": "A"}, {"plate": "B"}]}, {"cars": [{"plate": "C"}, {"plate": "D"}]}]}
                """)
        try Self.type("Moscow", "city", &state)
        #expect(state.cleared.map(\.entries) == [[0, 0], [0, 1], [1, 0], [1, 1]])
    }

    // MARK: Completeness

    @Test func `a questionnaire is complete when all cells except hidden and optional ones are filled and valid`()
        throws
    {
        var state = try Self.state(
            """
            {"key": "a", "kind": "text", "validation": {"minLength": 2}}, {"key": "b", "kind": "text"},
            {"key": "c", "kind": "text", "isHidden": true}, {"key": "off", "kind": "switch", "hides": ["d"]},
            {"key": "d", "kind": "list", "cells": [{"key": "e", "kind": "number"}]},
            {"key": "n", "kind": "composite", "cells": [{"key": "o", "kind": "text"}, {"key": "p", "kind": "text"}]}
            """, more: #""optionalKeys": ["b", "n"]"#)
        #expect(Self.gaps(state) == ["a empty", "d empty"])
        #expect(state.review().count == QuestionnaireReview.Count(1, of: 3))
        try Self.type("x", "a", &state)
        state.addEntry(to: CellAddress("d"))
        try Self.type("y", "o", &state)
        #expect(Self.gaps(state) == ["a broken", "e empty", "p empty"])
        #expect(state.review().count == QuestionnaireReview.Count(2, of: 5))
        state.enter(typed: [(CellAddress("a"), "xx"), (CellAddress("off"), "true"), (CellAddress("o"), "")])
        #expect(Self.gaps(state).isEmpty)
        #expect(state.review().isComplete)
        #expect(state.review().count == QuestionnaireReview.Count(2, of: 2))
    }

    @Test func `a cell and the cells inside it are disabled until its parents are filled`() throws {
        var state = try Self.state(
            """
            {"key": "a", "kind": "switch"}, {"key": "b", "kind": "text", "parentFields": ["a"]},
            {"key": "c", "kind": "composite", "parentFields": ["b"], "cells": [{"key": "d", "kind": "text"}]}
            """)
        let c = CellAddress("c"), d = CellAddress("d"), b = CellAddress("b")
        #expect(state.review().waiting == [c: b, d: b])
        #expect(Self.gaps(state) == ["b empty", "d waits for b"])
        try Self.type("x", "b", &state)
        #expect(state.review().waiting.isEmpty)
    }

    @Test(arguments: ["{}", #"{"n": {"s": false}}"#])
    func `a composite counts as empty while only its switches have values and they are off`(_ data: String) throws {
        var state = try Self.state(
            """
            {"key": "n", "kind": "composite", "cells": [{"key": "o", "kind": "text"}, {"key": "s", "kind": "switch"}]},
            {"key": "w", "kind": "text", "parentFields": ["n"]}
            """, data: data, more: #""optionalKeys": ["n"]"#)
        #expect(Self.gaps(state) == ["w waits for n"])
        #expect(state.review().count == QuestionnaireReview.Count(0, of: 1))
        try Self.type("true", "s", &state)
        #expect(Self.gaps(state) == ["o empty", "w empty"])
        try Self.type("false", "s", &state)
        #expect(Self.gaps(state) == ["w waits for n"])
    }

    @Test func `circular and very long chains of conditions are evaluated`() throws {
        let state = try Self.state(
            """
            {"key": "a", "kind": "text", "initialValue": "x", "isHidden": {"when": {"key": "b", "equals": "x"}}},
            {"key": "b", "kind": "text", "initialValue": "x", "isHidden": {"when": {"key": "a", "equals": "x"}}},
            {"key": "s", "kind": "switch", "initialValue": true, "hides": ["s", "t"]},
            {"key": "t", "kind": "switch", "initialValue": true, "hides": ["s"]}
            """)
        #expect(state.review().hidden.count < 4)
        let chain = (0..<10_000).map { number in
            let other = #""k\#(number + 1)""#
            return
                #"{"key": "k\#(number)", "kind": "text", "parentFields": [\#(other)], "isHidden": {"when": {"key": \#(other), "equals": "x"}}}"#
        }
        var long = try Self.state(chain.joined(separator: ","))
        try Self.type("x", "k9999", &long)
        let hidden = long.review().hidden
        #expect(hidden == [CellAddress("k9998")])
    }

    // MARK: Lookups

    @Test func `a value is looked up when its parents are filled, and does not replace a typed one`() throws {
        let cells = """
            {"key": "model", "kind": "text"}, {"key": "power", "kind": "lookup", "source": "powers",
             "parentFields": ["model"], "validation": {"maximum": 500}}, {"key": "tax", "kind": "text", "parentFields": ["power"]}
            """
        var state = try Self.state(cells)
        #expect(Self.data(state) == "{}")
        try Self.type("a4", "model", &state)
        #expect(Self.data(state) == #"{"model":"a4","power":150}"#)
        try Self.type("163", "power", &state)
        #expect(Self.data(state) == #"{"model":"a4","power":163}"#)
        try Self.type("", "power", &state)
        #expect(Self.data(state) == #"{"model":"a4"}"#)
        #expect(state.typed == [CellAddress("power")])
        let data = try JSONDocument(parsing: state.data).root
        let later = QuestionnaireState(
            state.questionnaire, data: data, typed: ["/power"], in: try Self.circumstances())
        #expect(Self.data(later) == #"{"model":"a4"}"#)
        try Self.type("x5", "model", &state)
        #expect(Self.data(state) == #"{"model":"x5","power":300}"#)
        try Self.type("301", "power", &state)
        state.lookUp(CellAddress("power"))
        #expect(Self.data(state) == #"{"model":"x5","power":300}"#)
    }

    // MARK: Rules

    @Test(arguments: try DataLines.read("DocumentKindsTests/Cases/questionnaire-faults.jsonl"))
    func `a value that breaks a rule is reported with the reason`(_ line: String) throws {
        let row = try JSONDocument(parsing: line).root
        var state = try Self.state(row["cells"].map { String($0.rawText.dropFirst().dropLast()) } ?? "")
        state.enter(typed: row["typed"]?.members.map { (CellAddress($0.name), $0.value.string ?? "") } ?? [])
        let faults = state.review().faults[CellAddress("a")] ?? []
        #expect(
            faults.map { "\($0)".replacing("SchemaRepository.", with: "") } == row["faults"]?.elements.compactMap(
                \.string) ?? [])
        if let value = row["value"] { #expect(state[CellAddress("a")]?.rawText == value.rawText) }
    }

    @Test func `a value whose pattern takes too long to match is not reported as one that does not match`() throws {
        let text = String(repeating: "a", count: 5_000) + "!"
        let patterns = #"[{"pattern": "^(?:(a+)+)\\1$", "message": "m"}]"#
        let cell = #"{"key": "a", "kind": "text", "validation": {"patterns": \#(patterns)}}"#
        var state = try Self.state(cell)
        state.enter(typed: [(CellAddress("a"), text)])
        #expect(state.review().faults == [CellAddress("a"): [.costlyPattern]])

        let document = try JSONDocument(parsing: #"{"sections": [{"cells": [\#(cell)]}]}"#)
        let checked = try JSONDocument(
            parsing: document.root.rawText.replacing(#""kind""#, with: #""testValue": "\#(text)", "kind""#))
        let cells = checked.root["sections"]?[0].map { QuestionnaireCell.cells(of: $0, lists: []) } ?? []
        #expect(
            cells.flatMap { CellValueRules(document: checked).diagnostics(of: $0) }.map(\.message)
                == [#"Checking this text against the pattern `^(?:(a+)+)\1$` takes too long"#])
    }

    @Test func `cells whose keys are canonically equivalent are different cells`() throws {
        let text = #"""
            {"type": "Questionnaire", "sections": [{"title": "S", "cells": [
              {"key": "\u00e9", "title": "A", "kind": "text"},
              {"key": "e\u0301", "title": "B", "kind": "text", "parentFields": ["\u00e9"]}]}]}
            """#
        #expect(try Starter.loaded.get().check(Array(text.utf8), kind: nil).diagnostics == [])
        var state = QuestionnaireState(
            Questionnaire(try JSONDocument(parsing: text).root), in: try Self.circumstances())
        state.enter(typed: [(CellAddress("\u{E9}"), "x")])
        state.enter(typed: [(CellAddress("e\u{301}"), "y")])
        #expect(state[CellAddress("\u{E9}")]?.string == "x")
        #expect(state[CellAddress("e\u{301}")]?.string == "y")
        state.enter(typed: [(CellAddress("\u{E9}"), "z")])
        #expect(state[CellAddress("\u{E9}")]?.string == "z")
        #expect(state[CellAddress("e\u{301}")] == nil)
    }

    @Test func `limits of dates refer to today or to another date of the same list entry`() throws {
        let example = try Self.example("drivers")
        var state = QuestionnaireState(example, in: try Self.circumstances())
        let licence = CellAddress("licenceDate", entries: [0])
        state.enter(typed: [(CellAddress("driverBirthDate", entries: [0]), "2000-02-29")])
        state.enter(typed: [(licence, "2000-02-28")])
        let day = try #require(CalendarDay("2000-02-29"))
        #expect(state.review().faults == [licence: [.earlier(than: day)]])
        #expect(state.review().demands[licence]?.earliest == day)
        #expect(state.review().demands[licence]?.latest == CalendarDay("2024-02-29"))
    }

    @Test func `every example is complete with its test data, which are unchanged when read again`() throws {
        let entity = try #require(try Starter.loaded.get().entity("/questionnaires/Questionnaire"))
        #expect(entity.examples.count > 5)
        for example in entity.examples {
            let root = try JSONDocument(parsing: example.bytes).root
            let circumstances = try Self.circumstances()
            let opened = QuestionnaireState(Questionnaire(root), in: circumstances)
            #expect(!opened.review().isComplete, "\(example.name)")
            let sample = QuestionnaireSample.of(root, in: circumstances)
            let data = try JSONDocument(parsing: sample.data).root
            let filled = QuestionnaireState(Questionnaire(root), data: data, in: circumstances)
            #expect(filled.review().gaps.isEmpty, "\(example.name)")
            #expect(filled.review().faults.isEmpty, "\(example.name)")
            #expect(Self.data(filled) == String(decoding: data.minified(), as: UTF8.self), "\(example.name)")
        }
    }

    @Test func `the text of a composite omits separators next to missing values`() {
        func shown(_ format: String, _ values: [String: String]) -> String {
            DisplayFormat(format).text { values[$0] ?? "" }
        }
        let address = "{city}, {street}, {house}"
        #expect(shown(address, ["city": "Kazan", "street": "Bauman", "house": "1"]) == "Kazan, Bauman, 1")
        #expect(shown(address, ["city": "Kazan", "house": "1"]) == "Kazan, 1")
        #expect(shown(address, ["street": "Bauman"]) == "Bauman")
        #expect(shown("№ {a} ({b})", ["a": "1", "b": "2"]) == "№ 1 (2)")
        #expect(shown("№ {a} ({b})", [:]) == "")
        #expect(shown("{a", ["a": "1"]) == "")
        #expect(DisplayFormat(keys: ["a", "b"]).text { $0 } == "a b")
    }

    @Test func `the text of nested composites that repeat their cells is limited in length`() {
        func shown(_ level: Int, _ asked: inout Int) -> String {
            asked += 1
            if level == 0 { return "z" }
            var inner = asked
            let text = DisplayFormat("{a}{a}").text { _ in shown(level - 1, &inner) }
            asked = inner
            return text
        }
        var asked = 0
        let text = shown(200, &asked)
        #expect(asked == 201)
        #expect((2_000...4_000).contains(text.utf8.count))
    }

    // MARK: Questionnaires for tests

    private static func state(_ cells: String, data: String? = nil, more: String = #""type": "Questionnaire""#) throws
        -> QuestionnaireState
    {
        let root = try JSONDocument(parsing: "{\(more), \"sections\": [{\"cells\": [\(cells)]}]}").root
        guard let data else { return QuestionnaireState(Questionnaire(root), in: try circumstances()) }
        return QuestionnaireState(
            Questionnaire(root), data: try JSONDocument(parsing: data).root, in: try circumstances())
    }

    private static func circumstances() throws -> QuestionnaireCircumstances {
        QuestionnaireCircumstances(today: try #require(CalendarDay("2024-02-29"))) { list, parents in
            switch (list, parents.first) {
            case ("powers", "x5"): Array(#""300""#.utf8)
            case ("powers", _): Array("150".utf8)
            default: Array(#""a4""#.utf8)
            }
        }
    }

    private static func example(_ name: String) throws -> Questionnaire {
        let entity = try #require(try Starter.loaded.get().entity("/questionnaires/Questionnaire"))
        let example = try #require(entity.examples.first { $0.name == name })
        return Questionnaire(try JSONDocument(parsing: example.bytes).root)
    }

    private static func type(_ text: String, _ key: String, _ state: inout QuestionnaireState) throws {
        // Tests compare only the cells that this change clears.
        state.cleared = []
        let address = try #require(state.addresses().first { $0.key == key })
        state.enter(typed: [(address, text)])
    }

    private static func data(_ state: QuestionnaireState) -> String { String(decoding: state.data, as: UTF8.self) }

    private static func payload(_ state: QuestionnaireState) -> String {
        let document = try? JSONDocument(parsing: state.payload)
        return String(decoding: document?.root.minified() ?? [], as: UTF8.self)
    }

    private static func gaps(_ state: QuestionnaireState) -> [String] {
        state.review().gaps.map { gap in
            switch gap.reason {
            case .empty: "\(gap.address.key) empty"
            case .broken: "\(gap.address.key) broken"
            case .waits(let parent): "\(gap.address.key) waits for \(parent.key)"
            }
        }
    }
}
