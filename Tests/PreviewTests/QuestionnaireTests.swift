import DocumentKinds
import Foundation
import JSONText
import Preview
import SchemaRepository
import Testing

@Suite struct QuestionnaireTests {
    // MARK: Examples

    @Test func `every example draws all its visible cells with their pointers`() throws {
        for (name, text) in try Self.examples() {
            let screen = try Self.screen(text)
            #expect(screen.contains("class=\"form questionnaire\""), "\(name)")
            #expect(!screen.contains("class=\"issue"), "\(name)")
            let root = try JSONDocument(parsing: text).root
            let state = QuestionnaireState(
                Questionnaire(root), in: QuestionnaireCircumstances(today: CalendarDay("2025-12-31") ?? .epoch))
            let review = state.review()
            for address in state.addresses() where !review.hidden.contains(address) {
                let cell = try #require(state.questionnaire[address.key]?.cell)
                #expect(screen.contains("data-pointer=\"\(cell.value.pointer)\""), "\(name) \(address.key)")
                if review.demands[address] != nil, cell.kind != "document" {
                    #expect(screen.contains("name=\"\(state.pointer(of: address))\""), "\(name) \(address.key)")
                }
            }
        }
    }

    @Test func `every example is complete with test data and can be submitted`() throws {
        for (name, text) in try Self.examples() {
            let filled = try Self.screen(text, options: PreviewSample.posted(["_do": "fill"]))
            #expect(filled.contains("class=\"completeness is-complete\""), "\(name)")
            let opened = try Self.screen(text, options: PreviewOptions(query: ["fill": "test"]))
            #expect(Self.data(opened) == Self.data(filled), "\(name)")
            let again = try Self.screen(text, options: Self.pressed("submit", on: filled))
            #expect(again.contains("class=\"done\""), "\(name)")
            #expect(Self.data(again) == Self.data(filled), "\(name)")
        }
    }

    @Test func `texts of a document are escaped`() throws {
        let evil = #"\"><script>alert(1)</script>"#
        let text = """
            {"type": "Questionnaire", "title": "\(evil)", "sections": [{"title": "\(evil)", "cells": [
             {"key": "\(evil)", "title": "\(evil)", "kind": "choice", "options": [{"value": "\(evil)", "title": "\(evil)"}]},
             {"key": "c", "title": "\(evil)", "kind": "composite", "displayFormat": "{d}\(evil)", "cells": [
              {"key": "d", "title": "\(evil)", "kind": "text", "initialValue": "\(evil)", "validation": {"masks": ["\(evil)9"],
               "patterns": [{"pattern": "^x", "message": "\(evil)"}]}}]},
             {"key": "h", "title": "\(evil)", "kind": "document", "isHidden": true},
             {"key": "l", "title": "\(evil)", "kind": "lookup", "source": "\(evil)"}, {"kind": "\(evil)", "key": "u"}]}]}
            """
        let screen = try Self.screen(text, options: PreviewSample.posted(["_do": "submit", "_focus": "\"><script>"]))
        #expect(!screen.contains("<script"))
        #expect(screen.contains("&lt;script&gt;"))
    }

    // MARK: Use

    @Test func `changing a parent clears and enables the cells that depend on it, and says so`() throws {
        let text = try Self.example("document-number")
        let opened = try Self.screen(text)
        #expect(opened.contains("placeholder=\"00 00 000000\""))
        let typed = try Self.screen(
            text,
            options: Self.pressed(
                "refresh", on: opened, ["/documentType": "passport", "/documentNumber": "4510123456"]))
        #expect(typed.contains("value=\"45 10 123456\""))
        let changed = try Self.screen(
            text,
            options: Self.pressed(
                "refresh", on: typed, ["/documentType": "foreignPassport", "/documentNumber": "45 10 123456"]))
        #expect(changed.contains("role=\"status\"><bdi>Очищено"))
        #expect(Self.data(changed) == #"{"documentType":"foreignPassport"}"#)
        #expect(changed.contains("placeholder=\"00 0000000\""))
        let emptied = try Self.screen(
            text, options: Self.pressed("refresh", on: changed, ["/documentType": "", "/documentNumber": ""]))
        #expect(emptied.contains("Сначала заполните «\u{2068}Тип документа\u{2069}»."))
        #expect(
            emptied.contains(
                "id=\"q-2fdocumentNumber\" name=\"/documentNumber\" aria-describedby=\"q-2fdocumentNumber-help\" aria-required=\"true\" disabled"
            ))
    }

    @Test func `text posted together with a changed parent is cleared, and its cell is empty at once`() throws {
        let text = try Self.example("document-number")
        let opened = try Self.screen(text)
        let typed = ["/documentType": "foreignPassport", "/documentNumber": "751234567"]
        let changed = try Self.screen(text, options: Self.pressed("refresh", on: opened, typed))
        #expect(Self.data(changed) == #"{"documentType":"foreignPassport"}"#)
        #expect(changed.contains("role=\"status\"><bdi>Очищено"))
        #expect(changed.contains("Заполнено 1 из 2"))
        #expect(
            changed.contains(
                "data-filling=\"questionnaire\">{\n  &quot;documentType&quot;: &quot;foreignPassport&quot;\n}</pre>"))
        let checked = try Self.screen(text, options: Self.pressed("submit", on: opened, typed))
        #expect(!checked.contains("class=\"done\"") && checked.contains("href=\"#q-2fdocumentNumber\""))
        // A script reports the order in which the fields were changed.
        let order = typed.merging(["_order": #"["/documentType","/documentNumber"]"#]) { $1 }
        let later = try Self.screen(text, options: Self.pressed("refresh", on: opened, order))
        #expect(Self.data(later) == #"{"documentType":"foreignPassport","documentNumber":"75 1234567"}"#)
        #expect(!later.contains("Очищено"))
        for broken in ["", "{", "[1]", #"["/documentNumber","/documentType"]"#] {
            let posted = typed.merging(["_order": broken]) { $1 }
            let screen = try Self.screen(text, options: Self.pressed("refresh", on: opened, posted))
            #expect(Self.data(screen) == #"{"documentType":"foreignPassport"}"#)
        }
    }

    @Test func `a violated rule is reported with the document's message, or else with the preview's own`() throws {
        let text = try Self.example("registration-number")
        let latin = try Self.screen(
            text, options: PreviewSample.posted(["_do": "refresh", "/registrationNumber": "Z123"]))
        #expect(latin.contains("<p class=\"error\"><bdi>Только буквы, похожие на латинские</bdi></p>"))
        let short = try Self.screen(
            text, options: PreviewSample.posted(["_do": "refresh", "/registrationNumber": "А123"]))
        #expect(short.contains("Запишите в виде \u{2068}A000AA00\u{2069} или \u{2068}A000AA000\u{2069}."))
        #expect(short.contains("aria-invalid=\"true\""))
        let late = try Self.screen(
            try Self.example("drivers"),
            options: PreviewSample.posted(
                ["_do": "refresh", "/drivers/0/driverBirthDate": "2020-01-02"], data: #"{"drivers": [{}]}"#))
        #expect(late.contains("Не позже \u{2068}31.12.2007\u{2069}."))
    }

    @Test func `a switch hides a cell and shows another`() throws {
        let text = try Self.example("registration-number")
        let opened = try Self.screen(text)
        #expect(opened.contains("name=\"/registrationNumber\"") && !opened.contains("name=\"/vin\""))
        #expect(opened.contains("Сейчас скрыто: 1"))
        let hidden = try Self.screen(
            text, options: Self.pressed("refresh", on: opened, ["/noRegistrationNumber": "true"]))
        #expect(!hidden.contains("name=\"/registrationNumber\"") && hidden.contains("name=\"/vin\""))
        #expect(hidden.contains("data-pointer=\"/sections/0/cells/1\""))
    }

    @Test func `entries are added, identified by their first text, and removed`() throws {
        let text = try Self.example("drivers")
        let added = try Self.screen(text, options: Self.pressed("add:/drivers", on: try Self.screen(text)))
        #expect(added.contains("<bdi>№ 1</bdi> · <bdi>Петров Пётр</bdi>"))
        #expect(added.contains("name=\"/drivers/1/driverName\""))
        let removed = try Self.screen(text, options: Self.pressed("remove:/drivers/0", on: added))
        #expect(Self.data(removed) == #"{"unlimited":false,"drivers":[{}]}"#)
        let none = try Self.screen(text, options: Self.pressed("remove:/drivers/0", on: removed))
        #expect(!none.contains("name=\"/drivers/0/driverName\""))
        let checked = try Self.screen(text, options: Self.pressed("submit", on: none))
        #expect(checked.contains("role=\"alert\"") && checked.contains("href=\"#q-2fdrivers\""))
    }

    @Test func `a composite shows its values in one line and is open while a value is missing`() throws {
        let text = try Self.example("composite-address")
        #expect(try Self.screen(text).contains("data-pointer=\"/sections/0/cells/0\">\n<summary>"))
        let begun = try Self.screen(
            text, options: PreviewSample.posted(["_do": "refresh", "/registrationAddress/registrationCity": "Казань"]))
        #expect(begun.contains("data-pointer=\"/sections/0/cells/0\" open>"))
        #expect(begun.contains("<span class=\"cell-value\"><bdi>Казань</bdi></span>"))
        let filled = try Self.screen(text, options: PreviewSample.posted(["_do": "fill"]))
        #expect(filled.contains("<bdi>Казань, Баумана, 12</bdi>"))
        #expect(filled.contains("data-pointer=\"/sections/0/cells/0\">\n<summary>"))
    }

    @Test func `documents are attached and removed`() throws {
        let text = try Self.example("vehicle-documents")
        let photo = try Self.screen(text, options: PreviewSample.posted(["_do": "photograph:/registrationCertificate"]))
        #expect(photo.contains("<bdi>photo.jpg</bdi>"))
        #expect(photo.contains("class=\"completeness is-complete\""))
        let gone = try Self.screen(text, options: Self.pressed("detach:/registrationCertificate", on: photo))
        #expect(Self.data(gone) == "{}")
    }

    @Test func `submitting an incomplete questionnaire lists the missing values until they are filled in`() throws {
        let text = try Self.example("document-number")
        let checked = try Self.screen(
            text, options: Self.pressed("submit", on: try Self.screen(text), ["/documentType": "passport"]))
        #expect(checked.contains("role=\"alert\""))
        #expect(
            checked.contains("<a href=\"#q-2fdocumentNumber\"><bdi>Номер документа</bdi></a> — <bdi>не заполнено</bdi>")
        )
        #expect(checked.contains("Это поле обязательно."))
        #expect(checked.contains("Заполнено 1 из 2"))
        let later = try Self.screen(
            text, options: Self.pressed("refresh", on: checked, ["/documentType": "passport", "_checked": "yes"]))
        #expect(later.contains("Это поле обязательно."))
        let opened = try Self.screen(text, options: PreviewOptions(query: ["after": "submit"]))
        #expect(opened.contains("Это поле обязательно."))
        let done = try Self.screen(text, options: PreviewOptions(query: ["after": "submit", "fill": "test"]))
        #expect(done.contains("class=\"done\""))
        let restarted = try Self.screen(text, options: Self.pressed("restart", on: later))
        #expect(!restarted.contains("Это поле обязательно."))
    }

    // MARK: Looked-up values

    @Test func `lists offer the children of the chosen parent, and fill lookup cells without typed text`() throws {
        let sources = Self.sources
        let text = try Self.example("engine-power")
        let opened = try Self.screen(text, sources: sources)
        #expect(opened.contains("<option value=\"a4\">Audi A4</option>"))
        let chosen = try Self.screen(
            text, options: Self.pressed("refresh", on: opened, ["/model": "x5"]), sources: sources)
        #expect(Self.data(chosen) == #"{"model":"x5","enginePower":300}"#)
        #expect(chosen.contains("Берётся из списка engine-powers"))
        let typed = try Self.screen(
            text, options: Self.pressed("refresh", on: chosen, ["/model": "x5", "/enginePower": "310"]),
            sources: sources)
        #expect(Self.data(typed) == #"{"model":"x5","enginePower":310}"#)
        #expect(typed.contains("value=\"lookup:/enginePower\""))
        let kept = try Self.screen(
            text,
            options: Self.pressed("refresh", on: typed, ["/model": "x5", "/enginePower": "", "/modelYear": "2018"]),
            sources: sources)
        #expect(Self.data(kept) == #"{"model":"x5","modelYear":2018}"#)
        let again = try Self.screen(
            text, options: Self.pressed("lookup:/enginePower", on: kept, ["/model": "x5"]), sources: sources)
        #expect(again.contains("&quot;enginePower&quot;:300"))
        #expect(try Self.screen(text).contains("Список car-models здесь недоступен."))
        let street = try Self.screen(
            """
            {"type": "Questionnaire", "sections": [{"cells": [{"key": "c", "title": "City", "kind": "choice", "optionList": "places"},
             {"key": "s", "title": "Street", "kind": "choice", "optionList": "places", "parentFields": ["c"]}]}]}
            """, options: PreviewSample.posted(["_do": "refresh", "/c": "kazan"]), sources: sources)
        let select = street.components(separatedBy: "name=\"/s\"").last ?? ""
        #expect(select.contains("Bauman Street") && !select.contains(">Kazan<"))
    }

    @Test func `saved test data are the initial values`() throws {
        var sources = PreviewSample.sources
        sources.filling = { name in
            name == "Anna"
                ? Array(#"{"documentNumber": "45 10 123456", "documentType": "passport", "old": 1}"#.utf8) : nil
        }
        let text = try Self.example("document-number")
        let filled = try Self.screen(text, options: PreviewOptions(query: ["filling": "Anna"]), sources: sources)
        #expect(Self.data(filled) == #"{"documentType":"passport","documentNumber":"45 10 123456"}"#)
        #expect(filled.contains("class=\"completeness is-complete\""))
        let missing = try Self.screen(text, options: PreviewOptions(query: ["filling": "Boris"]), sources: sources)
        #expect(missing.contains("нет сохранённых данных «Boris»"))
        #expect(Self.data(missing) == #"{"documentType":"passport"}"#)
    }

    // MARK: Documents with errors

    @Test
    func `errors of a document are shown at their cells, even hidden ones, and unusable cells are disabled`()
        throws
    {
        let text = """
            {"type": "Questionnaire", "sections": [{"cells": [
             {"key": "a", "title": "One", "kind": "text", "parentFields": ["nobody"]},
             {"key": "b", "title": "Two", "kind": "text", "isHidden": true, "validation": {"masks": ["9\\\\"]}},
             {"key": "a", "title": "Three", "kind": "text"}]}]}
            """
        let screen = try Self.screen(text)
        #expect(screen.contains("<div class=\"issue\" data-pointer=\"/sections/0/cells/0\">"))
        #expect(screen.contains("<div class=\"issue\" data-pointer=\"/sections/0/cells/1\">"))
        #expect(screen.contains("hidden-cells\" open"))
        #expect(screen.components(separatedBy: "name=\"/a\"").count == 2)
        #expect(screen.contains(">Three<"))
        let nameless = try Self.screen(
            #"{"type": "Questionnaire", "sections": [{"cells": [{"title": "Four", "kind": "text"}, {"key": "u"}]}, 5]}"#
        )
        #expect(nameless.contains(">Four<") && nameless.contains("disabled"))
    }

    @Test func `of ten thousand cells the first thousand are drawn`() throws {
        let cells = (0..<10_000).map {
            #"{"key": "k\#($0)", "title": "T\#($0)", "kind": "text", "parentFields": ["k\#($0 / 2)"]}"#
        }
        let screen = try Self.screen(
            #"{"type": "Questionnaire", "sections": [{"cells": [\#(cells.joined(separator: ","))]}]}"#)
        #expect(screen.contains("name=\"/k999\"") && !screen.contains("name=\"/k1000\""))
        let chain = (0..<10_000).map {
            #"{"key": "k\#($0)", "title": "T", "kind": "text", "parentFields": ["k\#($0 + 1)"]}"#
        }
        let filled = try Self.screen(
            #"{"type": "Questionnaire", "sections": [{"cells": [\#(chain.joined(separator: ","))]}]}"#,
            options: PreviewSample.posted(["_do": "fill"]))
        #expect(filled.contains("name=\"/k0\""))
    }

    @Test func `the preview has its own texts in every language`() throws {
        let word = ["ru": "Чего не хватает", "fa": "چه چیزی کم است", "ar": "ما ينقص", "zh-Hant": "還缺什麼"]
        for (language, text) in word {
            let screen = try Self.screen(
                try Self.example("address"), options: PreviewOptions(query: ["lang": language]))
            #expect(screen.contains(text), "\(language)")
        }
    }

    // MARK: Helpers

    private static func examples() throws -> [(String, String)] {
        let entity = try #require(try PreviewSample.repository.get().entity("/questionnaires/Questionnaire"))
        #expect(entity.examples.count > 5)
        return entity.examples.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) }
    }

    private static func example(_ name: String) throws -> String {
        try #require(try examples().first { $0.0 == name }).1
    }

    private static func screen(
        _ text: String, options: PreviewOptions = PreviewOptions(), sources: PreviewSources = PreviewSample.sources
    ) throws -> String {
        PreviewSample.screen(try PreviewSample.page(text, options: options, sources: sources))
    }

    /// Returns the options of a post with a pressed button and these fields; switches not listed are off.
    private static func pressed(_ button: String, on screen: String, _ fields: [String: String] = [:]) -> PreviewOptions
    {
        let hidden = ["_data", "_typed"].map {
            PreviewOptions.Field(name: $0, value: value(of: $0, in: screen))
        }
        let posted = fields.map { PreviewOptions.Field(name: $0.key, value: $0.value) }
        return PreviewOptions(
            query: [:], form: hidden + posted + [PreviewOptions.Field(name: "_do", value: button)])
    }

    private static func data(_ screen: String) -> String { value(of: "_data", in: screen) }

    private static func value(of name: String, in screen: String) -> String {
        let rest = screen.components(separatedBy: "name=\"\(name)\" value=\"").dropFirst().first ?? ""
        return String(rest.prefix { $0 != "\"" }).replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
            .replacing("&lt;", with: "<").replacing("&amp;", with: "&")
    }

    /// Sources with three small lists.
    private static let sources: PreviewSources = {
        let lists = [
            "car-models": #"[{"key": "a4", "title": "Audi A4"}, {"key": "x5", "title": "BMW X5"}]"#,
            "engine-powers": #"[{"key": "150", "title": "a4"}, {"key": "300", "title": "x5"}]"#,
            "places": """
            [{"key": "kazan", "title": "Kazan", "parent": null}, {"key": "moscow", "title": "Moscow"},
             {"key": "1", "title": "Bauman Street", "parent": "kazan"}, {"key": "2", "title": "Arbat", "parent": "moscow"}]
            """,
        ]
        var sources = PreviewSample.sources
        sources.options = { query in
            guard let text = lists[query.list], let root = try? JSONDocument(parsing: text).root else {
                return .noSuchList
            }
            let items = root.elements.filter { item in
                if case .children(let parent) = query.branch, item["parent"]?.string != parent { return false }
                return query.keyword.isEmpty || item["title"]?.string?.contains(query.keyword) == true
            }
            return .page(OptionBatch(items: Array(items.prefix(query.limit)), isLoadEnded: items.count <= query.limit))
        }
        return sources
    }()
}
