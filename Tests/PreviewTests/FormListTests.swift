import Foundation
import JSONText
import Preview
import Testing

/// Fields with option lists, and alternatives that a person chooses.
@Suite struct FormListTests {
    private static let items = [
        ("estate", "Real estate", nil), ("flat", "Flats", "estate"), ("villa", "Villas", "estate"),
        ("cars", "Cars", nil), ("jobs", "Jobs", nil), ("studio", "Studios", "flat"),
    ]

    private static let sources = PreviewSources(
        now: Date(timeIntervalSince1970: 0),
        options: { query in
            guard query.list == "categories" else { return .noSuchList }
            let found = items.filter { key, _, parent in
                let isThere =
                    switch query.branch {
                    case .all: true
                    case .roots: parent == nil
                    case .children(let of): parent == of
                    }
                return isThere && query.only?.contains(key) ?? true
            }
            let values = found.compactMap { key, title, parent in
                try? JSONDocument(
                    parsing:
                        "{\"key\": \"\(key)\", \"title\": \"\(title)\"\(parent.map { ", \"parent\": \"\($0)\"" } ?? "")}"
                ).root
            }
            return .page(OptionBatch(items: values, total: values.count, isLoadEnded: true))
        })

    private func form(_ options: String, schema: String = #""type": "string""#, widget: String = "category") -> String {
        """
        {"type": "Form", "jsonSchema": {"type": "object", "properties": {"kind": {\(schema), "title": "Category"}}},
         "uiSchema": {"kind": {"ui:widget": "\(widget)", "ui:options": \(options)}}}
        """
    }

    private func screen(_ text: String, _ options: PreviewOptions = PreviewOptions()) throws -> String {
        PreviewSample.screen(try PreviewSample.page(text, options: options, sources: Self.sources))
    }

    @Test func `a category is chosen level by level, and changing a level discards the levels below`() throws {
        let tree = form(#"{"list": "categories"}"#)
        let opened = try screen(tree)
        #expect(opened.contains("Real estate") && opened.contains("Cars") && !opened.contains("Villas"))
        let below = try screen(tree, PreviewSample.posted(["_do": "refresh", "/kind": "estate"]))
        #expect(below.contains("<option value=\"estate\" selected>") && below.contains("Villas"))
        let deep = try screen(
            tree, PreviewSample.posted(["_do": "refresh", "/kind": "estate", "/kind": "flat", "/kind": "studio"]))
        #expect(deep.contains("&quot;kind&quot;:&quot;studio&quot;"))
        #expect(deep.contains("<option value=\"flat\" selected>"))
        let moved = try screen(
            tree, PreviewSample.posted(["_do": "refresh", "/kind": "cars", "/kind": "flat", "/kind": "studio"]))
        #expect(moved.contains("&quot;kind&quot;:&quot;cars&quot;") && !moved.contains("Studios"))
    }

    @Test func `a list is limited to some items or subtrees`() throws {
        let some = try screen(form(#"{"list": "categories", "only": ["estate", "jobs"]}"#))
        #expect(some.contains("Real estate") && some.contains("Jobs") && !some.contains("Cars"))
        let below = try screen(
            form(#"{"list": "categories", "only": ["estate", "villa"]}"#),
            PreviewSample.posted(["_do": "refresh", "/kind": "estate"]))
        #expect(below.contains("Villas") && !below.contains("Flats"))
    }

    @Test func `several items of a list can be checked`() throws {
        let several = form(
            #"{"list": "categories"}"#, schema: #""type": "array", "items": {"type": "string"}"#, widget: "multiselect")
        let ticked = try screen(several, PreviewSample.posted(["_do": "refresh", "/kind": "villa", "/kind": "jobs"]))
        #expect(ticked.contains("[&quot;villa&quot;,&quot;jobs&quot;]"))
    }

    @Test(arguments: ["boolean", "string"])
    func `a single value is not edited by a control for several values`(type: String) throws {
        let one = form("{}", schema: "\"type\": \"\(type)\"", widget: "multiselect")
        let ticked = try screen(
            one, PreviewSample.posted(["_do": "refresh", "/kind": type == "boolean" ? "true" : "a"]))
        let value = type == "boolean" ? "true" : "&quot;a&quot;"
        #expect(ticked.contains("&quot;kind&quot;:\(value)") && !ticked.contains("&quot;kind&quot;:["))
    }

    @Test func `a missing list is reported, and a key can be typed`() throws {
        let missing = form(#"{"list": "nothing"}"#)
        let opened = try screen(missing)
        #expect(opened.contains("There is no option list nothing.") && opened.contains("type=\"text\""))
        let typed = try screen(missing, PreviewSample.posted(["_do": "refresh", "/kind": "a"]))
        #expect(typed.contains("&quot;kind&quot;:&quot;a&quot;"))
    }

    @Test func `test data use an item of the list, and a value that is not in the list is kept`() throws {
        let filled = try screen(form(#"{"list": "categories"}"#), PreviewOptions(query: ["fill": "test"]))
        #expect(filled.contains("<option value=\"estate\" selected>"))
        let kept = try screen(
            form(#"{"list": "categories"}"#), PreviewSample.posted(["_do": "refresh", "/kind": "old"]))
        #expect(kept.contains("<option value=\"old\" selected>"))
    }

    @Test func `alternatives are chosen by title, and values of the others are cleared`() throws {
        let pay = """
            {"type": "Form", "jsonSchema": {"type": "object", "properties": {"pay": {"type": "object", "title": "Payment",
             "oneOf": [{"title": "By card", "properties": {"number": {"type": "string", "title": "Card number"}}, "required": ["number"]},
                       {"title": "In cash", "properties": {"desk": {"type": "string", "title": "At which desk"}}}]}}}}
            """
        let opened = try screen(pay)
        #expect(opened.contains("By card") && opened.contains("In cash"))
        let name = try #require(opened.firstMatch(of: /name="(_branch:[^"]*)"/)).1
        let cash = try screen(
            pay,
            PreviewSample.posted(
                ["_do": "refresh", String(name): "1", "/pay/number": "12"], data: #"{"pay":{"number":"12"}}"#))
        #expect(cash.contains("At which desk") && !cash.contains("name=\"/pay/number\""))
        #expect(cash.contains("class=\"cleared\""))
    }

    @Test func `alternatives with different constants can be chosen, and the constant is set`() throws {
        let shape = """
            {"type": "Form", "jsonSchema": {"type": "object", "properties": {"shape": {"oneOf": [
             {"type": "object", "properties": {"kind": {"const": "circle"}, "radius": {"type": "number", "title": "Radius"}}, "required": ["kind"]},
             {"type": "object", "properties": {"kind": {"const": "square"}, "side": {"type": "number", "title": "Side"}}, "required": ["kind"]}]}}}}
            """
        let opened = try screen(shape)
        let name = String(try #require(opened.firstMatch(of: /name="(_branch:[^"]*)"/)).1)
        #expect(opened.contains(">circle</option>") && opened.contains(">square</option>"))
        let square = try screen(shape, PreviewSample.posted(["_do": "next", name: "1", "/shape/side": "4"]))
        #expect(square.contains("&quot;kind&quot;: &quot;square&quot;"))
        #expect(square.contains("class=\"done\""))
    }

    @Test func `the constants of alternatives are choices of the field that decides between them`() throws {
        let pet = """
            {"type": "Form", "jsonSchema": {"type": "object", "properties": {"pet": {"type": "string", "title": "Pet"}},
             "oneOf": [{"properties": {"pet": {"const": "cat"}, "lives": {"type": "integer", "title": "Lives"}}},
                       {"properties": {"pet": {"const": "dog"}}}]}}
            """
        #expect(try screen(pet).contains("<option value=\"dog\">dog</option>"))
        let cat = try screen(pet, PreviewSample.posted(["_do": "refresh", "/pet": "cat"]))
        #expect(cat.contains("Lives"))
        #expect(cat.contains("<option value=\"cat\" selected>") && cat.contains("<option value=\"dog\">dog</option>"))
        let dog = try screen(pet, PreviewSample.posted(["_do": "refresh", "/pet": "dog"], data: #"{"pet":"cat"}"#))
        #expect(!dog.contains("Lives"))
        #expect(dog.contains("<option value=\"cat\">cat</option>") && dog.contains("<option value=\"dog\" selected>"))
    }

    @Test func `titles of referenced schemas and of array items are shown`() throws {
        let text = """
            {"$ref": "#/$defs/whole", "$defs": {"whole": {"type": "object", "title": "The whole", "properties": {
             "tags": {"type": "array", "items": {"title": "A tag", "oneOf": [{"const": "x", "title": "The letter X"}]}},
             "people": {"type": "array", "title": "People", "items": {"type": "object", "title": "Person",
              "properties": {"name": {"type": "string"}}}}}}}}
            """
        let html = PreviewSample.screen(try PreviewSample.page(text, kind: "form"))
        for title in ["The whole", "A tag", "The letter X", "Person 1"] { #expect(html.contains(title), "\(title)") }
    }

    @Test func `a read-only field is marked as read-only and keeps its value`() throws {
        let text = """
            {"type": "Form", "jsonSchema": {"type": "object", "properties": {
             "a": {"type": "boolean", "default": true, "readOnly": true}, "b": {"enum": ["x", "y"], "default": "y"}}},
             "uiSchema": {"b": {"ui:readonly": true}}}
            """
        let opened = try screen(text)
        #expect(opened.components(separatedBy: "data-readonly=\"yes\"").count == 3)
        let posted = try screen(text, PreviewSample.posted(["_do": "next"], data: #"{"a":true,"b":"y"}"#))
        #expect(posted.contains("{&quot;a&quot;:true,&quot;b&quot;:&quot;y&quot;}"))
    }
}
