import JSONText
import SchemaRepository
import TestSupport
import Testing

@testable import Preview

@Suite("Pages of a form over the API") struct FormStepperTests {
    private let stepper: FormStepper

    init() throws { stepper = try FormStepper(templates: PackageRoot.path + "/Templates") }

    private func answer(
        _ page: Int, _ data: String?, form: String = FormTests.persian, languages: [String] = [],
        refused: [String] = []
    ) throws -> JSONValue {
        let outcome = stepper.answer(
            to: page, data: try data.map { try JSONDocument(parsing: $0).root }, in: try JSONDocument(parsing: form),
            languages: languages, refused: refused, work: WorkBudget())
        guard case .answer(let json) = outcome else { throw Unexpected(outcome: "\(outcome)") }
        return try JSONDocument(parsing: json).root
    }

    private struct Unexpected: Error {
        let outcome: String
    }

    private func errors(_ answer: JSONValue) -> [String] {
        answer["errors"]?.elements.map {
            "\($0["pointer"]?.string ?? "-") \($0["keyword"]?.string ?? "-") \($0["message"]?.string ?? "-")"
        } ?? []
    }

    @Test func `page 0 requests the first page, and valid data lead to the next page and to the end`() throws {
        let first = try answer(0, nil)
        #expect(first["pages"]?.rawText == #"{"current":1,"total":2}"#)
        #expect(first["jsonSchema"]?["properties"]?["size"] != nil && first["uiSchema"]?["ui:order"] != nil)
        #expect(first["complete"]?.boolean == false && errors(first).isEmpty)
        let second = try answer(1, #"{"size": 80, "kind": "flat"}"#)
        #expect(second["pages"]?["current"]?.integer == 2 && second["title"]?.string == "قیمت")
        #expect(second["jsonSchema"]?["properties"]?["rent"] != nil && second["uiSchema"] == nil)
        let end = try answer(2, #"{"size": 80, "kind": "flat", "rent": 5}"#)
        #expect(end["complete"]?.boolean == true && end["jsonSchema"] == nil)
        #expect(end["payload"]?["rent"]?.integer == 5)
        #expect(end["action"]?["deeplink"]?.string == "divar://posts/manage")
    }

    @Test func `errors are returned with the page, with the form's own messages`() throws {
        #expect(errors(try answer(1, "{}")) == ["/size required متراژ را وارد کنید"])
        #expect(errors(try answer(1, #"{"size": 5}"#)) == ["/size minimum کمتر از ۱۰ نباشد"])
        let both = try answer(1, #"{"size": "x", "kind": "tent"}"#, languages: ["en"])
        #expect(errors(both).contains("/size type عدد بنویسید"))
        #expect(errors(both).contains { $0.hasPrefix("/kind ") })
        #expect(both["pages"]?["current"]?.integer == 1 && both["jsonSchema"] != nil)
    }

    @Test func `an error without a message is in the first language that has texts, else in English`() throws {
        func message(_ languages: String...) throws -> String? {
            errors(try answer(1, #"{"size": 80, "kind": "tent"}"#, languages: languages)).first
        }
        let (russian, english) = (try message("ru"), try message("en"))
        #expect(russian != english && russian != nil)
        #expect(try message("xx", "ru-RU", "en") == russian && message("xx") == english)
        #expect(try message("zh-CN", "zh", "ru") == russian && message("zh-CN", "zh", "en") == english)
        #expect(try message("zh-TW", "zh", "ru") != russian)
    }

    @Test func `without an accepted language the form's language is used, unless the client refuses it`() throws {
        let data = #"{"size": 80, "kind": "tent"}"#
        func message(refused: String...) throws -> String? { errors(try answer(1, data, refused: refused)).first }
        let persian = errors(try answer(1, data, languages: ["fa"])).first
        let english = errors(try answer(1, data, languages: ["en"])).first
        #expect(persian != english && persian != nil)
        #expect(try message() == persian && message(refused: "en", "fa-AF") == persian)
        #expect(try message(refused: "FA") == english)
        #expect(errors(try answer(1, data, languages: ["xx"], refused: ["en"])).first == persian)
    }

    @Test func `the last page validates the earlier pages again`() throws {
        let answer = try answer(2, #"{"rent": 5}"#)
        #expect(answer["complete"]?.boolean == false && answer["pages"]?["current"]?.integer == 1)
        #expect(errors(answer).count == 1)
    }

    @Test func `fields that a condition adds are validated`() throws {
        let form = #"""
            {"type": "object", "properties": {"pets": {"type": "boolean"}},
             "if": {"properties": {"pets": {"const": true}}, "required": ["pets"]},
             "then": {"properties": {"name": {"type": "string", "errors": {"required": "Which one?"}}},
                      "required": ["name"]}}
            """#
        #expect(try answer(1, #"{"pets": false}"#, form: form)["complete"]?.boolean == true)
        #expect(errors(try answer(1, #"{"pets": true}"#, form: form)) == ["/name required Which one?"])
    }

    @Test func `fields whose names are canonically equivalent are validated on their own`() throws {
        let form = #"""
            {"type": "object", "properties": {"\u00e9": {"type": "string"}, "e\u0301": {"type": "integer"}},
             "required": ["\u00e9", "e\u0301"]}
            """#
        func places(_ data: String) throws -> [[UInt8]] {
            try answer(1, data, form: form)["errors"]?.elements.map { Array(($0["pointer"]?.string ?? "").utf8) } ?? []
        }
        let (one, two) = (Array("/\u{E9}".utf8), Array("/e\u{301}".utf8))
        #expect(try places(#"{"\u00e9": 5, "e\u0301": "x"}"#) == [one, two])
        #expect(try places(#"{"\u00e9": "x"}"#) == [two])
        #expect(try places(#"{"e\u0301": 5}"#) == [one])
        #expect(try answer(1, #"{"\u00e9": "x", "e\u0301": 5}"#, form: form)["complete"]?.boolean == true)
    }

    /// Returns the errors of the only page of a form; `complete` if there are none.
    private func outcome(_ data: String, of form: String, language: String = "en") throws -> [String] {
        let answer = try answer(1, data, form: form, languages: [language])
        let errors = errors(answer)
        #expect(answer["complete"]?.boolean == errors.isEmpty && (answer["payload"] != nil) == errors.isEmpty)
        return errors.isEmpty ? ["complete"] : errors
    }

    @Test func `values whose fields are too many or too deep to be drawn are validated`() throws {
        let person = #"""
            {"type": "object", "properties": {"applicant": {"$ref": "#/$defs/person"},
              "email": {"type": "string", "format": "email"}, "age": {"type": "integer", "minimum": 18}},
             "required": ["applicant", "email", "age"],
             "$defs": {"person": {"type": "object", "properties": {"name": {"type": "string"},
              "father": {"$ref": "#/$defs/person"}, "mother": {"$ref": "#/$defs/person"}}}}}
            """#
        #expect(
            try outcome(#"{"applicant": {"name": "x"}, "email": "a@b.cc", "age": 30}"#, of: person) == ["complete"])
        #expect(
            try outcome(#"{"applicant": {"name": "x"}, "email": 7, "age": 5}"#, of: person) == [
                "/email type This value has the wrong type.", "/age minimum Must be 18 or more.",
            ])
        #expect(
            try outcome(#"{"applicant": {"name": "x"}, "age": 30}"#, of: person) == [
                "/email required This field is required."
            ])
        let many = (0..<1_002).map { #""f\#($0)": {"type": "integer"}"# }.joined(separator: ",")
        #expect(
            try outcome(#"{"f1001": "x"}"#, of: #"{"type": "object", "properties": {\#(many)}}"#) == [
                "/f1001 type Enter a whole number."
            ])
        var nested = #"{"properties": {"deep": {"type": "integer"}}}"#
        for _ in 0..<30 { nested = #"{"allOf": [\#(nested)]}"# }
        #expect(
            try outcome(#"{"deep": "x"}"#, of: #"{"type": "object", "allOf": [\#(nested)]}"#) == [
                "/deep type Enter a whole number."
            ])
    }

    @Test func `fields after a long list and in its later rows are validated, in the client's language`() throws {
        let cells = (0..<25).map { #""c\#($0)": {"type": "string"}"# }.joined(separator: ",")
        let table = #"""
            {"type": "object", "properties": {"rows": {"type": "array", "items": {"type": "object",
             "properties": {\#(cells)}}}, "email": {"type": "string", "minLength": 5}}}
            """#
        let rows = Array(repeating: "{}", count: 50).joined(separator: ",")
        #expect(
            try outcome(#"{"rows": [\#(rows)], "email": "x"}"#, of: table) == [
                "/email minLength The minimum number of characters is 5."
            ])
        let list = #"""
            {"type": "object", "properties": {"r": {"type": "array", "items": {"type": "object",
             "properties": {"x": {"type": "integer"}, "y": {"type": "integer", "errors": {"type": "Whole only"}}},
             "required": ["x"]}}}}
            """#
        let sixty = Array(repeating: #"{"x": 1}"#, count: 60).joined(separator: ",")
        #expect(
            try outcome(#"{"r": [\#(sixty), {}]}"#, of: list, language: "ru") == [
                "/r/60/x required Это поле обязательно."
            ])
        #expect(
            try outcome(#"{"r": [\#(sixty), {"x": 1, "y": "a"}]}"#, of: list) == ["/r/60/y type Whole only"])
    }

    @Test(arguments: [
        (#""additionalProperties": false"#, #""z": 1"#, "/z additionalProperties This value is not accepted."),
        (#""additionalProperties": {"type": "integer"}"#, #""z": "s""#, "/z type Enter a whole number."),
        (#""patternProperties": {"^z": {"type": "integer"}}"#, #""z1": "s""#, "/z1 type Enter a whole number."),
        (#""propertyNames": {"maxLength": 3}"#, #""zzzz": 1"#, "/zzzz propertyNames This value is not accepted."),
        (#""unevaluatedProperties": false"#, #""z": 1"#, "/z unevaluatedProperties This value is not accepted."),
        (#""not": {"required": ["z"]}"#, #""z": 1"#, "/z not This value is not accepted."),
    ])
    func `a member that no page declares is refused if the page's schema refuses it`(
        keyword: String, member: String, error: String
    ) throws {
        let form = #"""
            {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
             "properties": {"a": {"type": "string"}}, \#(keyword)}
            """#
        #expect(try outcome(#"{"a": "x"}"#, of: form) == ["complete"])
        #expect(try outcome(#"{"a": "x", \#(member)}"#, of: form) == [error])
    }

    @Test func `a page does not refuse the members that other pages declare`() throws {
        let form = #"""
            {"type": "Form", "steps": [
             {"jsonSchema": {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a", "c"],
              "additionalProperties": false, "maxProperties": 2}},
             {"jsonSchema": {"type": "object", "properties": {"b": {"type": "integer"}, "c": {"type": "integer"}},
              "additionalProperties": false, "if": {"properties": {"a": {"const": "x"}}, "required": ["a"]},
              "then": {"required": ["b"]}}}]}
            """#
        func outcome(_ page: Int, _ data: String) throws -> [String] {
            let answer = try answer(page, data, form: form, languages: ["en"])
            let state = "\(answer["pages"]?["current"]?.integer ?? 0) \(answer["complete"]?.boolean ?? false)"
            return [state] + errors(answer)
        }
        #expect(try outcome(1, #"{"a": "x"}"#) == ["2 false"])
        #expect(try outcome(1, #"{"a": "x", "b": "not checked yet"}"#) == ["2 false"])
        #expect(
            try outcome(1, #"{"a": "x", "d": 1}"#) == [
                "1 false", "/d additionalProperties This value is not accepted.",
            ])
        #expect(try outcome(2, #"{"a": "x", "c": 1}"#) == ["2 false", "/b required This field is required."])
        #expect(try outcome(2, #"{"a": "x", "b": 1, "c": 1}"#) == ["2 true"])
        #expect(try outcome(2, #"{"a": "y", "c": 1}"#) == ["2 true"])
        // Page 1 requires c, but only page 2 has a field for it.
        #expect(try outcome(2, #"{"a": "y"}"#) == ["2 false", "/c required This field is required."])
    }

    @Test(arguments: [
        (#""anyOf": [{"required": ["b"]}, {"required": ["a"]}]"#, " anyOf This value is not accepted."),
        (#""oneOf": [{"required": ["b"]}, {"required": ["a"]}]"#, " oneOf Choose one of the values."),
        (
            ##""$ref": "#/$defs/r", "$defs": {"r": {"anyOf": [{"required": ["b"]}, {"required": ["a"]}]}}"##,
            " anyOf This value is not accepted."
        ),
        (
            #""required": ["b"], "anyOf": [{"properties": {"b": {"minLength": 2}}}, {"required": ["a"]}]"#,
            "/b required This field is required."
        ),
        (
            #""if": {"required": ["o"]}, "then": {"properties": {"b": {"minLength": 1}}, "required": ["b"]}"#,
            "/b required This field is required."
        ),
        (#""not": {"required": ["c"]}"#, "/c not This value is not accepted."),
        (#""dependentRequired": {"o": ["b"]}"#, "/b dependentRequired This field is required."),
    ]) func `an error that a later page can cure is reported on that page`(keyword: String, error: String) throws {
        let form = #"""
            {"type": "Form", "steps": [
             {"jsonSchema": {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
              "properties": {"a": {"type": "string"}, "o": {"type": "string"}}, \#(keyword)}},
             {"jsonSchema": {"type": "object", "properties": {"b": {"type": "string"}, "c": {"type": "string"}}}},
             {"jsonSchema": {"type": "object", "properties": {"d": {"type": "string"}}}}]}
            """#
        func outcome(_ page: Int, _ data: String) throws -> [String] {
            let answer = try answer(page, data, form: form, languages: ["en"])
            let state = "\(answer["pages"]?["current"]?.integer ?? 0) \(answer["complete"]?.boolean ?? false)"
            return [state] + errors(answer)
        }
        #expect(try outcome(1, #"{"o": "x"}"#) == ["2 false"])
        let wrong = keyword.contains("not") ? #"{"o": "x", "c": "1"}"# : #"{"o": "x"}"#
        for page in [2, 3] {
            let found = try outcome(page, wrong)
            #expect(found == ["2 false", error])
        }
        #expect(try outcome(2, #"{"o": "x", "b": "12"}"#) == ["3 false"])
        #expect(try outcome(3, #"{"o": "x", "b": "12"}"#) == ["3 true"])
    }

    /// Returns the number of the answered page and whether the form is complete (`2 false`), followed by the errors.
    private func outcome(_ page: Int, _ data: String, pages: String...) throws -> [String] {
        let steps = pages.map {
            #"{"jsonSchema": {"$schema": "https://json-schema.org/draft/2020-12/schema", \#($0)}}"#
        }
        let form = #"{"type": "Form", "steps": [\#(steps.joined(separator: ", "))]}"#
        let answer = try answer(page, data, form: form, languages: ["en"])
        let state = "\(answer["pages"]?["current"]?.integer ?? 0) \(answer["complete"]?.boolean ?? false)"
        return [state] + errors(answer)
    }

    @Test(arguments: [
        // Alternatives in a condition.
        (
            #""required": ["a"], "if": {"required": ["a"]}, "then": {"anyOf": [{"required": ["b"]}, {"required": ["c"]}]}"#,
            #"{"a": "x"}"#, #"{"a": "x", "b": "x"}"#
        ),
        (#""dependentSchemas": {"a": {"oneOf": [{"required": ["b"]}]}}"#, #"{"a": "x"}"#, #"{"a": "x", "b": "x"}"#),
        // Keywords about all members together.
        (#""required": ["b"], "minProperties": 2"#, #"{"a": "x"}"#, #"{"a": "x", "b": "x"}"#),
        (#""required": ["a", "b"], "enum": [{"a": "x", "b": "y"}]"#, #"{"a": "x"}"#, #"{"a": "x", "b": "y"}"#),
        // A condition on the later page's field.
        (
            #""required": ["a"], "if": {"required": ["b"]}, "else": {"not": {"required": ["a"]}}"#, #"{"a": "x"}"#,
            #"{"a": "x", "b": "x"}"#
        ),
        (#""if": {"required": ["b"]}, "else": false"#, #"{"a": "x"}"#, #"{"a": "x", "b": "x"}"#),
    ]) func `a page can be left if a later page can cure its errors`(keyword: String, first: String, cured: String)
        throws
    {
        let own = #""properties": {"a": {"type": "string"}}, \#(keyword)"#
        let later = #""properties": {"b": {"type": "string"}, "c": {"type": "string"}}"#
        #expect(try outcome(1, first, pages: own, later) == ["2 false"])
        let refused = try outcome(2, first, pages: own, later)
        #expect(refused.count > 1 && !refused[0].contains("true"))
        #expect(try outcome(2, cured, pages: own, later) == ["2 true"])
    }

    @Test(arguments: [
        // The second alternative names the later field `b`, but only the field `a` of page 1 cures the error.
        (
            #""anyOf": [{"required": ["a"]}, {"required": ["b", "a"]}]"#, #"{"b": "x"}"#,
            "/a required This field is required."
        ),
        (
            #""anyOf": [{"properties": {"a": {"minLength": 4}}, "required": ["a"]}, {"required": ["c"]}]"#,
            #"{"a": "x"}"#, "/a minLength The minimum number of characters is 4."
        ),
    ]) func `an error in a field of page 1 leads back to page 1`(keyword: String, data: String, error: String) throws {
        let own = #""properties": {"a": {"type": "string"}}, \#(keyword)"#
        let later = #""properties": {"b": {"type": "string"}, "c": {"type": "string"}}"#
        #expect(try outcome(1, data, pages: own, later) == ["2 false"])
        #expect(try outcome(2, data, pages: own, later) == ["1 false", error])
    }

    @Test(arguments: [
        #""dependentSchemas": {"b": false}"#, #""dependencies": {"b": false}"#, #""not": {"required": ["b"]}"#,
    ])
    func `a page can forbid the field of another page`(keyword: String) throws {
        let first = #""properties": {"b": {"type": "string"}}"#
        let own = #""properties": {"c": {"type": "string"}}, \#(keyword)"#
        let refused = try outcome(2, #"{"b": "x"}"#, pages: first, own)
        #expect(refused.count == 2 && refused[0] == "1 false" && refused[1].hasPrefix("/b "))
        #expect(try outcome(2, #"{"c": "x"}"#, pages: first, own) == ["2 true"])
        #expect(try outcome(2, #"{"b": "x"}"#, pages: own, first)[0] == "2 false")
    }

    @Test func `a page with thousands of alternatives does not accept invalid data`() throws {
        let names = 0..<150
        let parts = names.map { #"{"properties": {"y\#($0)": {"const": "n"}}}"# }.joined(separator: ", ")
        let all = Array(repeating: ##"{"anyOf": [{"$ref": "#/$defs/big"}, false]}"##, count: 150).joined(
            separator: ", ")
        let own = #""properties": {"a": {}}, "allOf": [\#(all)], "$defs": {"big": {"allOf": [\#(parts)]}}"#
        let data = "{" + names.map { #""y\#($0)": "q""# }.joined(separator: ", ") + "}"
        let clock = ContinuousClock()
        let work = WorkBudget()
        let form = #"{"type": "Form", "steps": [{"jsonSchema": {\#(own)}}, {"jsonSchema": {"properties": {"b": {}}}}]}"#
        var isRefused = false
        let duration = try clock.measure {
            let outcome = stepper.answer(
                to: 2, data: try JSONDocument(parsing: data).root, in: try JSONDocument(parsing: form), languages: [],
                work: work)
            switch outcome {
            case .answer(let json): isRefused = try JSONDocument(parsing: json).root["complete"]?.boolean == false
            case .tooMuchWork: isRefused = true
            default: break
            }
        }
        print("validated \(names.count) × \(names.count) alternatives in \(duration)")
        #expect(isRefused)
    }

    @Test(arguments: [
        #""if": {"required": ["a"]}, "then": {"properties": {"b": {"minLength": 4}}}"#,
        #""dependentSchemas": {"a": {"properties": {"b": {"minLength": 4}}}}"#,
        #""anyOf": [{"properties": {"b": {"minLength": 4}}}, {"required": ["c"]}]"#,
    ]) func `a rule of a page for a field of a later page causes an error on the later page`(keyword: String) throws {
        let form = #"""
            {"type": "Form", "steps": [
             {"jsonSchema": {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
              "properties": {"a": {"type": "string"}}, \#(keyword)}},
             {"jsonSchema": {"type": "object", "properties": {"b": {"type": "string"}}}}]}
            """#
        let data = #"{"a": "x", "b": "y"}"#
        #expect(try answer(1, data, form: form)["pages"]?["current"]?.integer == 2)
        let refused = try answer(2, data, form: form, languages: ["en"])
        #expect(errors(refused) == ["/b minLength The minimum number of characters is 4."])
        #expect(refused["pages"]?["current"]?.integer == 2)
        #expect(try answer(2, #"{"a": "x", "b": "yyyy"}"#, form: form)["complete"]?.boolean == true)
    }

    @Test func `members of other pages do not count for maxProperties, even if a condition names them`() throws {
        let form = #"""
            {"type": "Form", "steps": [
             {"jsonSchema": {"type": "object", "properties": {"a": {"type": "string"}}, "maxProperties": 1,
              "if": {"properties": {"b": {"const": "x"}}, "required": ["b"]}, "then": {"required": ["a"]}}},
             {"jsonSchema": {"type": "object", "properties": {"b": {"type": "string"}}}}]}
            """#
        let answer = try answer(2, #"{"a": "x", "b": "x"}"#, form: form)
        #expect(answer["complete"]?.boolean == true)
        let refused = try self.answer(1, #"{"a": "x", "d": "x"}"#, form: form)
        #expect(errors(refused).count == 1 && refused["pages"]?["current"]?.integer == 1)
    }

    @Test func `the errors are those of the alternative that the data are meant for`() throws {
        let card = #""number": {"type": "string", "minLength": 4}}"#
        let phone = #""phone": {"type": "string", "minLength": 4}}"#
        let pay = #"""
            {"type": "object", "oneOf": [
             {"title": "Card", "properties": {"k": {"const": "card"}, \#(card), "required": ["k", "number"]},
             {"title": "Phone", "properties": {"k": {"const": "phone"}, \#(phone), "required": ["k", "phone"]}]}
            """#
        let short = "minLength The minimum number of characters is 4."
        #expect(try outcome(#"{"k": "phone", "phone": "12"}"#, of: pay) == ["/phone \(short)"])
        #expect(try outcome(#"{"k": "phone"}"#, of: pay) == ["/phone required This field is required."])
        #expect(try outcome(#"{"k": "phone", "phone": "12345"}"#, of: pay) == ["complete"])
        let nested = #"{"type": "object", "properties": {"pay": \#(pay)}}"#
        #expect(try outcome(#"{"pay": {"k": "phone", "phone": "12"}}"#, of: nested) == ["/pay/phone \(short)"])
        let open = #"""
            {"type": "object", "oneOf": [{"title": "Card", "properties": {\#(card), "required": ["number"]},
             {"title": "Phone", "properties": {\#(phone), "required": ["phone"]}]}
            """#
        #expect(try outcome(#"{"phone": "12"}"#, of: open) == ["/phone \(short)"])
    }

    @Test func `valid data are accepted although the drawn fields would require more`() throws {
        let text = #"{"type": "string"}"#
        let either = #"""
            {"type": "object", "properties": {"t": \#(text)}, "anyOf": [
             {"properties": {"t": {"const": "x"}, "a": \#(text)}, "required": ["a"]},
             {"properties": {"b": \#(text)}, "required": ["b"]}]}
            """#
        #expect(try outcome(#"{"t": "x", "b": "1"}"#, of: either) == ["complete"])
        let nullable = #"""
            {"type": "object", "properties": {"g": {"type": ["object", "null"], "properties": {"h": \#(text)},
             "required": ["h"]}}, "required": ["g"]}
            """#
        #expect(try outcome(#"{"g": null}"#, of: nullable) == ["complete"])
        #expect(try outcome(#"{"g": {}}"#, of: nullable) == ["/g/h required This field is required."])
        #expect(try outcome("{}", of: nullable) == ["/g/h required This field is required."])
    }

    @Test func `an error has the message of the schema that the value violates`() throws {
        let schema = #"""
            {"type": "object", "properties": {"a": {"type": "string", "allOf": [
             {"pattern": "^x", "errors": {"pattern": "starts with x"}},
             {"pattern": "y$", "errors": {"pattern": "ends with y"}}]}}}
            """#
        #expect(try outcome(#"{"a": "xq"}"#, of: schema) == ["/a pattern ends with y"])
        #expect(try outcome(#"{"a": "qy"}"#, of: schema) == ["/a pattern starts with x"])
    }

    @Test func `a document that is not a form and a page that does not exist are distinguished`() throws {
        let screen = try JSONDocument(parsing: #"{"type": "Screen", "widgets": []}"#)
        guard case .notAForm = stepper.answer(to: 0, data: nil, in: screen, languages: [], work: WorkBudget()) else {
            Issue.record("a screen was answered as a form")
            return
        }
        let form = try JSONDocument(parsing: FormTests.persian)
        guard case .noSuchPage(2) = stepper.answer(to: 3, data: nil, in: form, languages: [], work: WorkBudget())
        else {
            Issue.record("page 3 of a form with 2 pages was answered")
            return
        }
    }
}
