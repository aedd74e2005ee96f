import Foundation
import Preview
import Testing

@Suite struct FormFillingTests {
    private static let test = PreviewOptions(query: ["fill": "test"])

    private func screen(
        _ text: String, _ options: PreviewOptions, sources: PreviewSources = PreviewSample.sources
    ) throws -> String {
        PreviewSample.screen(try PreviewSample.page(text, options: options, sources: sources))
    }

    /// Returns the data that a screen would post next, as JSON.
    private func data(_ screen: String) throws -> String {
        let hidden = try #require(screen.firstMatch(of: /name="_data" value="([^"]*)"/))
        return String(hidden.1).replacing("&quot;", with: "\"")
    }

    @Test func `test data fill every step, and the form can be submitted with them`() throws {
        let opened = try screen(FormTests.persian, Self.test)
        let filled = try data(opened)
        #expect(filled.contains("\"size\"") && filled.contains("\"rent\""))
        #expect(!opened.contains("role=\"alert\""))

        let second = try screen(
            FormTests.persian, PreviewSample.posted(["_do": "fill", "/size": "3"], step: 2))
        #expect(try data(second) == filled)
        let rent = try #require(filled.firstMatch(of: /"rent":(\d+)/)).1
        let done = try screen(
            FormTests.persian, PreviewSample.posted(["_do": "next", "/rent": String(rent)], step: 2, data: filled))
        #expect(done.contains("class=\"done\""))
        #expect(!done.contains("value=\"fill\""))
    }

    @Test func `a form shows next to the button why a step has no test data`() throws {
        let form = """
            {"type": "Form", "steps": [{"jsonSchema": {"type": "object", "properties": {"a": {"type": "string", "title": "A"}}}},
             {"jsonSchema": {"type": "object", "required": ["n"], "properties": {
              "n": {"type": "integer", "title": "Number of rooms", "minimum": 5, "maximum": 4}}}}]}
            """
        let filled = try screen(form, PreviewSample.posted(["_do": "fill"]))
        #expect(filled.contains("id=\"fill-trouble\""))
        #expect(filled.contains("Number of rooms"))
        #expect(filled.contains("value=\"fill\" aria-describedby=\"fill-trouble\""))
        #expect(try data(filled).contains("\"a\":"))
    }

    @Test func `a search for test data that is given up is not taken for a contradiction`() throws {
        // More examples than the search tries; none is valid.
        let examples = (0..<7_000).map { "{\"a\": \($0)}" }.joined(separator: ", ")
        let form = """
            {"type": "Form", "jsonSchema": {"type": "object", "properties": {"a": {"type": "integer"}},
             "examples": [\(examples)], "not": {"required": ["a"]}, "required": ["a"]}}
            """
        let filled = try screen(form, PreviewSample.posted(["_do": "fill"]))
        #expect(filled.contains("The search for test data for the form took too long."))
        #expect(!filled.contains("No values were found that fit all rules"))
    }

    @Test func `a form whose schema has errors is not filled and says why`() throws {
        let form = #"{"type": "Form", "jsonSchema": {"type": "object", "properties": {"a": {"type": "text"}}}}"#
        #expect(try screen(form, PreviewSample.posted(["_do": "fill"])).contains("The JSON Schema has errors"))
    }

    @Test func `saved test data are the initial values, and a name without saved data is reported`() throws {
        let sources = PreviewSources(
            now: Date(timeIntervalSince1970: 0),
            filling: { $0 == "Villa" ? Array("{\"kind\": \"villa\", \"size\": 120, \"rent\": 7}".utf8) : nil })
        let filled = try screen(FormTests.persian, PreviewOptions(query: ["filling": "Villa"]), sources: sources)
        #expect(filled.contains("<option value=\"villa\" selected>"))
        #expect(filled.contains("value=\"120\""))
        let missing = try screen(FormTests.persian, PreviewOptions(query: ["filling": "x<b>"]), sources: sources)
        #expect(missing.contains("x&lt;b&gt;") && !missing.contains("<b>"))
        let again = try screen(
            FormTests.persian,
            PreviewOptions(query: ["filling": "Villa"], form: [PreviewOptions.Field(name: "_do", value: "restart")]),
            sources: sources)
        #expect(again.contains("value=\"120\""))
    }

    @Test func `a cleared default stays cleared, and the default of a new field is set`() throws {
        let form = """
            {"type": "Form", "jsonSchema": {"type": "object", "properties": {
             "city": {"type": "string", "default": "Tehran"}, "more": {"type": "boolean"},
             "home": {"type": "object", "properties": {"rooms": {"type": "integer", "default": 3}}}},
             "if": {"properties": {"more": {"const": true}}, "required": ["more"]},
             "then": {"properties": {"why": {"type": "string", "default": "because"}}}}}
            """
        let opened = try screen(form, PreviewOptions())
        #expect(opened.contains("value=\"Tehran\"") && opened.contains("value=\"3\""))
        let cleared = try screen(
            form,
            PreviewSample.posted(
                ["_do": "refresh", "/city": "", "/more": "true", "/home/rooms": ""],
                data: #"{"city":"Tehran","home":{"rooms":3}}"#))
        #expect(!cleared.contains("Tehran") && !cleared.contains("value=\"3\""))
        #expect(cleared.contains("value=\"because\""))
    }

    @Test func `values that no longer apply are cleared, also inside objects and in other steps`() throws {
        let form = """
            {"type": "Form", "steps": [
             {"jsonSchema": {"type": "object", "properties": {"home": {"type": "object", "properties": {
               "own": {"type": "boolean"}}, "if": {"properties": {"own": {"const": true}}, "required": ["own"]},
               "then": {"properties": {"since": {"type": "string", "title": "Owned since"}}}},
               "pet": {"enum": ["cat", "none"]}}}},
             {"jsonSchema": {"type": "object", "if": {"properties": {"pet": {"const": "cat"}}, "required": ["pet"]},
               "then": {"properties": {"name": {"type": "string", "title": "The cat’s name"}}}}}]}
            """
        let next = try screen(
            form,
            PreviewSample.posted(
                ["_do": "refresh", "/pet": "none", "/home/since": "2001"],
                data: #"{"home":{"own":true,"since":"2001"},"pet":"cat","name":"Mao"}"#))
        #expect(next.contains("Owned since, The cat’s name"))
        #expect(try data(next) == #"{"home":{"own":false},"pet":"none"}"#)
    }
}
