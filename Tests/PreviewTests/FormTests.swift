import Foundation
import JSONText
import SchemaRepository
import TestSupport
import Testing

@testable import Preview

@Suite struct FormTests {
    /// A form for classified ads: two steps in Persian.
    static let persian = """
        {"type": "Form", "title": "ثبت آگهی", "steps": [
         {"title": "مشخصات", "jsonSchema": {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
          "properties": {
           "size": {"type": "integer", "title": "متراژ", "minimum": 10,
            "errors": {"minimum": "کمتر از {limit} نباشد", "required": "متراژ را وارد کنید", "type": "عدد بنویسید"}},
           "kind": {"type": "string", "title": "نوع", "oneOf": [{"const": "flat", "title": "آپارتمان"}, {"const": "villa", "title": "ویلا"}]},
           "elevator": {"type": "boolean", "title": "آسانسور"}},
          "required": ["size"]},
          "uiSchema": {"ui:order": ["kind", "*"], "elevator": {"ui:widget": "switch"}}},
         {"title": "قیمت", "jsonSchema": {"type": "object", "properties": {"rent": {"type": "integer", "title": "اجاره"}}, "required": ["rent"]}}],
         "submit": {"title": "ثبت نهایی", "action": {"deeplink": "divar://posts/manage"}}}
        """

    @Test func `an order with repeated names shows each field once, and long texts are cut`() throws {
        let ui = FormUI(
            value: try JSONDocument(parsing: #"{"ui:order": ["c", "*", "c", "*", "x", "a", "*"]}"#).root)
        #expect(ui.ordered(["a", "b", "c", "d"]) == ["c", "b", "d", "a"])
        let long = String(repeating: "\u{301}", count: 50_000)
        let page = try PreviewSample.page(
            #"{"type": "Form", "jsonSchema": {"type": "object", "properties": {"a": {"type": "string", "title": "T\#(long)", "description": "D\#(long)"}}}}"#
        )
        #expect(page.utf8.count < 150_000)
    }

    @Test func `fields whose names are canonically equivalent are drawn and posted on their own`() throws {
        let form = #"""
            {"type": "Form", "jsonSchema": {"type": "object", "properties": {
              "\u00e9": {"type": "string", "title": "One scalar"},
              "e\u0301": {"type": "string", "title": "Two scalars"}}},
             "uiSchema": {"ui:order": ["e\u0301", "\u00e9"]}}
            """#
        let posted = PreviewSample.posted(["_do": "refresh", "/\u{E9}": "first", "/e\u{301}": "second"])
        let screen = PreviewSample.screen(try PreviewSample.page(form, options: posted))
        let one = try #require(screen.range(of: "One scalar"))
        let two = try #require(screen.range(of: "Two scalars"))
        #expect(two.lowerBound < one.lowerBound)
        #expect(screen.contains("value=\"first\"") && screen.contains("value=\"second\""))
    }

    @Test func `a Persian form runs right to left with its fields in the requested order`() throws {
        let html = try PreviewSample.page(Self.persian)
        #expect(html.contains("<html lang=\"fa\" dir=\"rtl\""))
        #expect(html.contains("مرحلهٔ ۱ از ۲"))
        let screen = PreviewSample.screen(html)
        let kind = try #require(screen.range(of: "name=\"/kind\""))
        let size = try #require(screen.range(of: "name=\"/size\""))
        #expect(kind.lowerBound < size.lowerBound)
        #expect(screen.contains("<option value=\"villa\">ویلا</option>"))
        #expect(screen.contains("role=\"switch\""))
        #expect(screen.contains("data-pointer=\"/steps/0/jsonSchema/properties/size\""))
    }

    @Test func `a missing value is reported with the document's message at the field and above all fields`() throws {
        let screen = PreviewSample.screen(
            try PreviewSample.page(Self.persian, options: PreviewSample.posted(["_do": "next"])))
        #expect(screen.contains("role=\"alert\""))
        #expect(screen.contains("<a href=\"#f-2fsize\">"))
        #expect(screen.contains("aria-describedby=\"f-2fsize-error\" aria-invalid=\"true\""))
        #expect(screen.components(separatedBy: "متراژ را وارد کنید").count == 3)
    }

    @Test func `a number may be typed in Persian digits, and its limit is shown in them`() throws {
        let low = PreviewSample.screen(
            try PreviewSample.page(Self.persian, options: PreviewSample.posted(["_do": "next", "/size": "۵"])))
        #expect(low.contains("کمتر از ۱۰ نباشد"))
        let word = PreviewSample.screen(
            try PreviewSample.page(Self.persian, options: PreviewSample.posted(["_do": "next", "/size": "ده"])))
        #expect(word.contains("عدد بنویسید"))
    }

    @Test func `the steps lead to the submitted data and the action`() throws {
        let second = PreviewSample.screen(
            try PreviewSample.page(
                Self.persian,
                options: PreviewSample.posted(["_do": "next", "/size": "۸۵", "/kind": "flat", "/elevator": "true"])))
        #expect(second.contains("name=\"/rent\""))
        #expect(second.contains("name=\"_step\" value=\"2\""))
        #expect(second.contains("&quot;size&quot;:85"))
        #expect(second.contains("ثبت نهایی"))
        #expect(second.contains("divar://posts/manage"))
        let done = PreviewSample.screen(
            try PreviewSample.page(
                Self.persian,
                options: PreviewSample.posted(
                    ["_do": "next", "/rent": "1200"], step: 2, data: #"{"size":85,"kind":"flat","elevator":true}"#)))
        #expect(done.contains("class=\"done\""))
        #expect(done.contains("&quot;rent&quot;: 1200"))
        let back = PreviewSample.screen(
            try PreviewSample.page(
                Self.persian, options: PreviewSample.posted(["_do": "back"], step: 2, data: #"{"size":85}"#)))
        #expect(back.contains("name=\"/size\""))
        #expect(back.contains("value=\"85\""))
    }

    @Test func `a later step can be opened directly, and submitting it returns to the first step with errors`() throws {
        let options = PreviewOptions(query: ["step": "2"])
        let linked = PreviewSample.screen(
            try PreviewSample.page(Self.persian, options: options, frame: FrameURLs(page: "/preview/x?s=1")))
        #expect(linked.contains("name=\"/rent\""))
        #expect(linked.contains("href=\"/preview/x?s=1&amp;step=1\""))
        let carried = PreviewSample.screen(
            try PreviewSample.page(
                Self.persian, options: PreviewSample.posted(["_do": "step:2", "/size": "85", "/kind": "villa"])))
        #expect(carried.contains("name=\"/rent\"") && carried.contains("value=\"step:1\""))
        #expect(carried.contains("&quot;kind&quot;:&quot;villa&quot;"))
        let returned = PreviewSample.screen(
            try PreviewSample.page(Self.persian, options: PreviewSample.posted(["_do": "next", "/rent": "5"], step: 2)))
        #expect(returned.contains("name=\"/size\""))
        #expect(returned.contains("متراژ را وارد کنید"))
    }

    @Test func `both kinds of dependencies add fields and requirements`() throws {
        let schema = """
            {"type": "Form", "steps": [{"jsonSchema": {"type": "object", "properties": {"name": {"type": "string"},
             "credit_card": {"type": "number"}}, "dependencies": {"credit_card": {"properties": {"billing_address":
             {"type": "string", "title": "Billing address"}}, "required": ["billing_address"]}}}}]}
            """
        #expect(!PreviewSample.screen(try PreviewSample.page(schema)).contains("Billing address"))
        let asked = PreviewSample.screen(
            try PreviewSample.page(schema, options: PreviewSample.posted(["_do": "refresh", "/credit_card": "12"])))
        #expect(asked.contains("name=\"/billing_address\""))
        #expect(!asked.contains("role=\"alert\""))
        let cleared = PreviewSample.screen(
            try PreviewSample.page(
                schema,
                options: PreviewSample.posted(
                    ["_do": "refresh", "/credit_card": "", "/billing_address": "x"],
                    data: #"{"credit_card":12,"billing_address":"x"}"#)))
        #expect(cleared.contains("class=\"cleared\""))
        #expect(!cleared.contains("name=\"/billing_address\""))
        let property = """
            {"type": "Form", "steps": [{"jsonSchema": {"type": "object", "properties": {"credit_card": {"type": "number"},
             "billing_address": {"type": "string", "errors": {"required": "Where to?"}}},
             "dependencies": {"credit_card": ["billing_address"]}}}]}
            """
        let missing = PreviewSample.screen(
            try PreviewSample.page(property, options: PreviewSample.posted(["_do": "next", "/credit_card": "12"])))
        #expect(missing.contains("Where to?"))
    }

    @Test func `a missing value that an unchecked checkbox requires is reported at its field`() throws {
        let schema = """
            {"type": "Form", "steps": [{"jsonSchema": {"type": "object", "properties": {"card": {"type": "boolean"},
             "address": {"type": "string", "errors": {"required": "Where to?"}}},
             "dependentRequired": {"card": ["address"]}}}]}
            """
        let missing = PreviewSample.screen(
            try PreviewSample.page(schema, options: PreviewSample.posted(["_do": "next"])))
        #expect(missing.contains("<a href=\"#f-2faddress\">"))
        #expect(missing.components(separatedBy: "Where to?").count == 3)
        let done = PreviewSample.screen(
            try PreviewSample.page(schema, options: PreviewSample.posted(["_do": "next", "/address": "x"])))
        #expect(done.contains("class=\"done\""))
        #expect(done.contains("&quot;card&quot;: false"))
    }

    @Test func `a condition shows the fields of then or of else`() throws {
        let schema = """
            {"type": "Form", "steps": [{"jsonSchema": {"type": "object", "properties": {"kind": {"enum": ["person", "company"]}},
             "if": {"properties": {"kind": {"const": "company"}}, "required": ["kind"]},
             "then": {"properties": {"tax": {"type": "string", "title": "Tax number"}}, "required": ["tax"]},
             "else": {"properties": {"age": {"type": "integer", "title": "Age"}}}}}]}
            """
        let person = PreviewSample.screen(try PreviewSample.page(schema))
        #expect(person.contains("name=\"/age\""))
        #expect(!person.contains("name=\"/tax\""))
        #expect(person.contains("data-refreshes"))
        let company = PreviewSample.screen(
            try PreviewSample.page(schema, options: PreviewSample.posted(["_do": "refresh", "/kind": "company"])))
        #expect(company.contains("name=\"/tax\""))
        #expect(!company.contains("name=\"/age\""))
    }

    @Test func `rows are added and removed, nested objects are fieldsets`() throws {
        let schema = """
            {"type": "Form", "steps": [{"jsonSchema": {"type": "object", "properties": {
             "address": {"type": "object", "title": "Address", "properties": {"street": {"type": "string"}}},
             "drivers": {"type": "array", "title": "Drivers", "minItems": 1, "items": {"type": "object", "properties": {"name": {"type": "string"}}}}}}}]}
            """
        let opened = PreviewSample.screen(try PreviewSample.page(schema))
        #expect(opened.contains("<legend><bdi>Address</bdi></legend>"))
        #expect(opened.contains("name=\"/address/street\""))
        #expect(opened.contains("name=\"/drivers/0/name\""))
        let added = PreviewSample.screen(
            try PreviewSample.page(
                schema, options: PreviewSample.posted(["_do": "add:/drivers", "/drivers/0/name": "Anna"])))
        #expect(added.contains("name=\"/drivers/1/name\""))
        #expect(added.contains("value=\"Anna\""))
        let removed = PreviewSample.screen(
            try PreviewSample.page(
                schema,
                options: PreviewSample.posted(
                    ["_do": "remove:/drivers/0", "/drivers/0/name": "Anna", "/drivers/1/name": "Boris"],
                    data: #"{"drivers":[{"name":"Anna"},{"name":"Boris"}]}"#)))
        #expect(removed.contains("value=\"Boris\""))
        #expect(!removed.contains("value=\"Anna\""))
    }

    @Test func `titles of schemas, elements of tuples and constants are drawn`() throws {
        let schema = """
            {"type": "Form", "title": "Offer", "steps": [{"title": "Place", "jsonSchema": {"type": "object",
             "title": "Where it is", "description": "As on a map", "properties": {
             "point": {"type": "array", "title": "Point", "items": [{"enum": ["n"], "title": "Latitude"},
              {"type": "number", "title": "Longitude"}]},
             "pair": {"prefixItems": [{"type": "string", "title": "Left"}, {"type": "string", "title": "Right"}]},
             "planet": {"const": "Earth", "title": "Planet"}, "moons": {"const": 17, "title": "Moons"},
             "agreed": {"type": "boolean", "const": true}}}},
             {"jsonSchema": {"title": "Nothing but a schema", "properties": {"a": {"type": "string"}}}}]}
            """
        let screen = PreviewSample.screen(try PreviewSample.page(schema))
        for text in ["Offer", "Place", "Where it is", "As on a map", "Latitude", "Longitude", "Left", "Right"] {
            #expect(screen.contains(">\(text)<"), "\(text)")
        }
        #expect(screen.contains("<bdi>Earth</bdi>") && screen.contains("<bdi>17</bdi>"))
        #expect(screen.contains("&quot;planet&quot;:&quot;Earth&quot;"))
        #expect(screen.contains("type=\"checkbox\"") && !screen.contains("add:/point"))
        let second = PreviewSample.screen(try PreviewSample.page(schema, options: PreviewOptions(query: ["step": "2"])))
        #expect(second.contains("<h2><bdi>Nothing but a schema</bdi></h2>"))
    }

    @Test func `a form draws fields behind every kind of reference, and the valid part of a faulty schema`() throws {
        let screen = PreviewSample.screen(
            try PreviewSample.page(
                """
                {"type": "Form", "jsonSchema": {"type": "object", "properties": {
                  "home": {"$ref": "#address"}, "work": {"$ref": "/parts#/properties/room"},
                  "code": {"type": "string", "title": "Code", "pattern": "("}, "lost": {"$ref": "#none"}},
                 "$id": "https://forms.example/home", "$defs": {
                  "address": {"$anchor": "address", "type": "object", "title": "Address",
                   "properties": {"street": {"type": "string", "title": "Street"}}},
                  "parts": {"$id": "/parts", "properties": {"room": {"type": "integer", "title": "Room"}}}}}}
                """))
        for text in ["Address", "Street", "Room", "Code", "lost"] {
            #expect(screen.contains(">\(text)<"), "\(text)")
        }
        #expect(screen.contains("data-pointer=\"/jsonSchema/properties/home\""))
        #expect(screen.contains("data-pointer=\"/jsonSchema/$defs/address/properties/street\""))
    }

    @Test func `every widget of a UI schema has its control`() throws {
        let widgets: [(String, String)] = [
            ("text", "type=\"text\""), ("password", "type=\"password\""), ("textarea", "<textarea"),
            ("number", "inputmode=\"decimal\""), ("switch", "role=\"switch\""), ("checkbox", "type=\"checkbox\""),
            ("radio", "type=\"radio\""), ("select", "<select"), ("date", "type=\"date\""), ("phone", "type=\"tel\""),
            ("email", "type=\"email\""), ("url", "type=\"url\""), ("category", "<select"), ("district", "<select"),
            ("file", "class=\"file\""), ("info", "class=\"info\""),
        ]
        for (widget, control) in widgets {
            let choices = ["radio", "select", "category", "district"].contains(widget) ? #", "enum": ["a", "b"]"# : ""
            let screen = PreviewSample.screen(
                try PreviewSample.page(
                    """
                    {"type": "Form", "jsonSchema": {"type": "object", "properties": {"x": {"type": "string"\(choices)}}},
                     "uiSchema": {"x": {"ui:widget": "\(widget)"}}}
                    """))
            #expect(screen.contains(control), "\(widget)")
        }
        let several = PreviewSample.screen(
            try PreviewSample.page(
                #"{"type": "Form", "jsonSchema": {"type": "object", "properties": {"x": {"type": "array", "items": {"enum": ["a", "b"]}}}}}"#
            ))
        #expect(several.components(separatedBy: "type=\"checkbox\"").count == 3)
    }

    @Test func `UI settings without the prefix ui:, enumNames and the page number of a server are used`() throws {
        let screen = PreviewSample.screen(
            try PreviewSample.page(
                """
                {"pages": {"current": 1, "total": 3}, "jsonSchema": {"type": "object", "properties": {
                 "elevator": {"type": "boolean"}, "title": {"type": "string", "title": "Headline"}}},
                 "uiSchema": {"order": ["title", "elevator"], "elevator": {"widget": "radio", "title": "Lift",
                 "ui:options": {"enumNames": ["has one", "has none"]}}, "title": {"placeholder": "Type here"}}}
                """, kind: "form"))
        #expect(screen.contains("Step 1 of 3"))
        #expect(screen.contains("has none"))
        #expect(screen.contains("Lift"))
        #expect(screen.contains("placeholder=\"Type here\""))
        #expect(screen.contains(">Next</bdi></button>"))
    }

    @Test(.enabled(if: Corpora.contain("documents/rjsf"), "../shared/corpora/documents/rjsf is missing"))
    func `schemas of other projects are drawn as forms`() throws {
        let folder = Corpora.directory.appending(path: "documents/rjsf/schemas")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var drawn = 0
        for file in files.filter({ $0.pathExtension == "json" }).sorted(by: { $0.path() < $1.path() }).prefix(40) {
            let text = try String(contentsOf: file, encoding: .utf8)
            let screen = PreviewSample.screen(try PreviewSample.page(text, kind: "form"))
            if screen.contains("class=\"fields\"") { drawn += 1 }
        }
        #expect(drawn > 10)
    }

    @Test func `a message may contain the value, and an error of the step as a whole is shown`() throws {
        let schema = """
            {"type": "Form", "steps": [{"jsonSchema": {"type": "object", "minProperties": 2,
             "errors": {"minProperties": "Tell us more"}, "properties": {"a": {"type": "string", "title": "Name",
             "maxLength": 2, "errors": {"_": "{title}: {value} is not {limit} long"}}, "b": {"type": "string"}}}}]}
            """
        let screen = PreviewSample.screen(
            try PreviewSample.page(schema, options: PreviewSample.posted(["_do": "next", "/a": "<abc>"])))
        #expect(screen.contains("Name: &lt;abc&gt; is not 2 long"))
        #expect(screen.contains("Tell us more"))
    }

    @Test func `an error at a value without a field is shown above the fields`() throws {
        let schema = """
            {"type": "Form", "jsonSchema": {"type": "object", "properties": {"a": {"type": "string"}},
             "additionalProperties": false}}
            """
        let refused = PreviewSample.screen(
            try PreviewSample.page(schema, options: PreviewSample.posted(["_do": "next"], data: #"{"z": 1}"#)))
        #expect(refused.contains("<bdi>/z: This value is not accepted.</bdi>"))
        #expect(!refused.contains("class=\"done\""))
        let sent = PreviewSample.screen(
            try PreviewSample.page(schema, options: PreviewSample.posted(["_do": "next", "/a": "x"])))
        #expect(sent.contains("class=\"done\""))
    }

    @Test func `an alternative that a person has not chosen has no errors`() throws {
        let schema = """
            {"type": "Form", "jsonSchema": {"type": "object", "oneOf": [
             {"title": "Card", "properties": {"number": {"type": "string"}, "owner": {"type": "string"}},
              "required": ["number", "owner"]},
             {"title": "Phone", "properties": {"phone": {"type": "string"}}, "required": ["phone"]}]}}
            """
        let opened = PreviewSample.screen(try PreviewSample.page(schema))
        let name = String(try #require(opened.firstMatch(of: /name="(_branch:[^"]*)"/)).1)
        let screen = PreviewSample.screen(
            try PreviewSample.page(schema, options: PreviewSample.posted(["_do": "next", name: "0"])))
        #expect(screen.contains("<a href=\"#f-2fnumber\">") && screen.contains("<a href=\"#f-2fowner\">"))
        #expect(!screen.contains("<bdi>/phone"))
    }

    @Test func `the alternative whose constant the data have is drawn, also if the data do not fit it`() throws {
        let schema = """
            {"type": "Form", "jsonSchema": {"type": "object", "oneOf": [
             {"title": "Card", "properties": {"k": {"const": "card"}, "number": {"type": "string"}},
              "required": ["k", "number"]},
             {"title": "Phone", "properties": {"k": {"const": "phone"}, "phone": {"type": "string", "minLength": 4}},
              "required": ["k", "phone"]}]}}
            """
        let posted = PreviewSample.posted(["_do": "next", "/phone": "12"], data: #"{"k": "phone", "phone": "12"}"#)
        let screen = PreviewSample.screen(try PreviewSample.page(schema, options: posted))
        #expect(screen.contains("<a href=\"#f-2fphone\">") && screen.contains("The minimum number of characters is 4."))
        #expect(!screen.contains("name=\"/number\""))
    }

    @Test func `a form with many conditions is drawn`() throws {
        let branches = (0..<400).map { number in
            """
            {"if": {"properties": {"x": {"const": \(number)}}, "required": ["x"]},
             "then": {"properties": {"y\(number)": {"type": "string"}}}}
            """
        }
        let schema = """
            {"type": "Form", "steps": [{"jsonSchema": {"type": "object", "properties": {"x": {"type": "integer"}},
             "allOf": [\(branches.joined(separator: ","))]}}]}
            """
        let screen = PreviewSample.screen(
            try PreviewSample.page(schema, options: PreviewSample.posted(["_do": "refresh", "/x": "399"])))
        #expect(screen.contains("name=\"/y399\""))
        #expect(!screen.contains("name=\"/y398\""))
    }
}
