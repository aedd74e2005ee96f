import Foundation
import HTTPTypes
import MicroHTTP
import Publishing
import Testing

@testable import Console

@Suite("Test data in the console") struct FillingTests {
    private static let form = """
        {"type": "Form", "title": "T", "jsonSchema": {"type": "object", "required": ["city"],
         "properties": {"city": {"type": "string", "title": "City", "x-test": "Tabriz"}}}, "uiSchema": {}}
        """
    private static let data = #"{"city": "Isfahan"}"#

    private func console() throws -> TestConsole {
        let console = try TestConsole()
        try console.feature("ads.new", kind: "/forms/Form", Self.form)
        return console
    }

    private func frame(_ page: Response) throws -> String {
        String(try #require(page.text.firstMatch(of: /<iframe[^>]* src="([^"]*)"/)).1).replacing("&amp;", with: "&")
    }

    @Test func `test data is saved, listed, shown and used in the preview`() throws {
        let console = try console()
        let name = "A villa / رشت & <b>"

        let saved = try console.post("/features/ads.new/fillings", as: "ana", [("name", name), ("data", Self.data)])
        #expect(saved.status == .seeOther)
        let list = try console.get(try #require(saved.location), as: "ana")
        #expect(list.text.contains("Test data saved."))
        #expect(list.text.contains("A villa / رشت &amp; &lt;b&gt;"))

        let href = String(try #require(list.text.firstMatch(of: /href="(\/features\/ads.new\/fillings\/[^"]+)"/)).1)
        let shown = try console.get(href, as: "rui")
        #expect(shown.status == .ok && shown.text.contains("Isfahan"))
        #expect(try console.get(try frame(shown)).text.contains("value=\"Isfahan\""))

        let use = String(
            try #require(list.text.firstMatch(of: /href="(\/features\/ads.new\/editor\?filling=[^"]+)"/)).1)
        let editor = try console.get(use, as: "ana")
        #expect(editor.text.contains("<option value=\"saved:A villa / رشت &amp; &lt;b&gt;\" selected>"))
        #expect(try console.get(try frame(editor)).text.contains("value=\"Isfahan\""))
    }

    @Test func `a menu fills the preview with generated or saved test data`() throws {
        let console = try console()
        _ = try console.stores.fillings.save(
            Array(Self.data.utf8), as: "test", of: "ads.new", by: Actor(accountID: nil, name: "ana"))

        _ = try console.stores.fillings.save(
            Array(Self.data.utf8), as: "a + b", of: "ads.new", by: Actor(accountID: nil, name: "ana"))

        for (written, choice, value) in [
            ("test", "test", "Tabriz"), ("saved%3Atest", "saved:test", "Isfahan"),
            ("saved%3Aa+%2B+b", "saved:a + b", "Isfahan"),
        ] {
            let page = try console.get("/features/ads.new/revisions/1?fill=\(written)", as: "ana")
            #expect(page.text.contains("<option value=\"\(choice)\" selected>"))
            #expect(try console.get(try frame(page)).text.contains("value=\"\(value)\""))
        }
        let plain = try console.get("/features/ads.new/editor", as: "ana")
        #expect(plain.text.contains("<option value=\"\" selected>Nothing</option>"))
        #expect(!(try console.get(try frame(plain)).text.contains("value=\"Tabriz\"")))
    }

    @Test(arguments: [
        (#"{"city": }"#, "1:10", "JSON"), ("{\n  \"city\": tru\n}", "2:", "JSON"), ("[1]", "1:1", "object"),
        // The ellipsis is replaced by 300 KiB of text, so that the log shows a short case.
        (#"{"a": "…"}"#, "", "256"),
    ])
    func `invalid test data is refused with the place of the fault and stays in the form`(
        _ written: String, _ place: String, _ word: String
    ) throws {
        let console = try console()
        let text = written.replacing("…", with: String(repeating: "x", count: 300 << 10))

        let page = try console.post("/features/ads.new/fillings", as: "ana", [("name", "Villa"), ("data", text)])

        #expect(page.status == .unprocessableContent)
        #expect(page.text.contains("</span>\(place)"))
        #expect(page.text.contains(word))
        #expect(page.field("name") == "Villa")
        #expect(page.text.contains(text.prefix(8).replacing("\"", with: "&quot;")))
        #expect(try console.stores.fillings.fillings(of: "ads.new").isEmpty)
    }

    @Test func `an invalid name is refused, and the data stays in the form`() throws {
        let console = try console()

        for name in ["", " ", "a\u{7}b", String(repeating: "n", count: 101)] {
            let page = try console.post("/features/ads.new/fillings", as: "ana", [("name", name), ("data", Self.data)])
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("id=\"name-problem\"") && page.text.contains("Isfahan"))
        }
    }

    @Test func `a script that saves test data gets the message and the new menu item`() throws {
        let console = try console()
        let headers: HTTPFields = [.accept: "application/json"]

        let saved = try console.post(
            "/features/ads.new/fillings", as: "ana", [("name", "Villa"), ("data", Self.data)], headers: headers)
        let broken = try console.post(
            "/features/ads.new/fillings", as: "ana", [("name", "Villa"), ("data", "{")], headers: headers)

        #expect(saved.text.contains(#""choice":"saved:Villa""#))
        #expect(broken.text.contains("diagnostic error") && !broken.text.contains("choice"))
    }

    @Test(arguments: ["form", "questionnaire"])
    func `without script the values last posted in the preview can be saved as test data`(_ kind: String) throws {
        let console = try TestConsole()
        let questionnaire = """
            {"type": "Questionnaire", "sections": [{"cells": [{"key": "city", "title": "City", "kind": "text"}]}]}
            """
        let isForm = kind == "form"
        try console.feature(
            "ads.new", kind: isForm ? "/forms/Form" : "/questionnaires/Questionnaire",
            isForm ? Self.form : questionnaire)
        for path in ["/features/ads.new/editor", "/features/ads.new/revisions/1"] {
            let page = try console.get(path, as: "ana")
            let save = String(
                try #require(page.text.firstMatch(of: /href="(\/features\/ads.new\/fillings\?shown=[^"]+)"/)).1)
            #expect(try console.get(save, as: "ana").text.contains("answers have expired"))

            let shown = try console.get(try frame(page))
            #expect(!(try console.get(save, as: "ana").text.contains("answers have expired")))
            let action = String(try #require(shown.text.firstMatch(of: /<form[^>]* action="([^"]+)"/)).1)
                .replacing("&amp;", with: "&")
            let posted = try console.post(
                action, as: nil, [("_do", "refresh"), ("_step", "1"), ("_data", "{}"), ("/city", "Rasht")])
            #expect(posted.status == .ok)

            let ready = try console.get(save, as: "ana")
            #expect(ready.text.contains("&quot;city&quot;: &quot;Rasht&quot;"))
            #expect(ready.text.contains("These are the answers from the preview."))
            #expect(!(try console.get(save, as: "rui").text.contains("Rasht")))
            // Changing or removing the signed parameter invalidates the address.
            #expect(try console.get(try frame(page).replacing("shown=", with: "shown=x")).status == .gone)
            #expect(try console.get(try frame(page).replacing("&shown=", with: "&other=")).status == .gone)
        }
        let other = try console.get("/features/ads.new/editor", as: "rui")
        #expect(!other.text.contains("shown="))
        #expect(try console.get("/features/ads.new/fillings?shown=x", as: "ana").text.contains("answers have expired"))
    }

    @Test func `saving test data needs the permission to edit, and screens have no test data`() throws {
        let console = try console()
        try console.feature("home.offers", SampleTexts.screen)

        #expect(
            try console.post("/features/ads.new/fillings", as: "rui", [("name", "x"), ("data", "{}")]).status
                == .forbidden)
        for (name, may) in [("ana", true), ("rui", false)] {
            let list = try console.get("/features/ads.new/fillings", as: name)
            #expect(list.status == .ok)
            #expect(list.text.contains("Add test data") == may, "\(name)")
        }
        #expect(try console.get("/features/home.offers/fillings", as: "ana").status == .notFound)
        for (feature, hasTestData) in [("ads.new", true), ("home.offers", false)] {
            let editor = try console.get("/features/\(feature)/editor", as: "ana")
            #expect(editor.status == .ok)
            #expect(editor.text.contains("All test data") == hasTestData, "\(feature)")
            let page = try console.get("/features/\(feature)", as: "ana")
            #expect(page.text.contains("/features/\(feature)/fillings") == hasTestData, "\(feature)")
        }
        #expect(try console.get("/features/ads.new/fillings/none", as: "ana").status == .notFound)
    }
}
