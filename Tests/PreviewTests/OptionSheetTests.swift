import Foundation
import Preview
import Testing

@Suite("Option sheets") struct OptionSheetTests {
    private typealias Sample = OptionSheetSample

    static let examples =
        (try? FileManager.default.contentsOfDirectory(
            atPath: PreviewSample.path("schemas/option-sheets/OptionSheet/examples"))) ?? []

    private func example(_ name: String) throws -> String {
        try String(
            contentsOfFile: PreviewSample.path("schemas/option-sheets/OptionSheet/examples/\(name)"), encoding: .utf8)
    }

    @Test(arguments: examples) func `every example is drawn without errors in each state`(_ name: String) throws {
        let lists = try Sample([
            "schools": #"[{"key":"a","title":"Alpha","region":"North"}]"#,
            "boards": #"[{"key":"a","title":"Alpha","action":{"deeplink":"x://a"}}]"#,
            "posts": #"[{"key":"a","title":"Alpha","element":{"type":"TextView","text":{"value":"Alpha"}}}]"#,
        ])
        for state in ScreenState.allCases {
            let screen = try lists.screen(try example(name), state: state)
            #expect(screen.contains("<form class=\"option-sheet\""))
            #expect(!screen.contains("issue"))
            #expect(screen.contains("skeleton\" role=\"status\"") == (state == .loading))
            #expect(screen.contains("value=\"retry\"") == (state == .error))
        }
    }

    @Test func `options are drawn in sections, with icons, accessories and actions`() throws {
        let screen = try Sample().screen(try example("sections.json"))
        #expect(Sample.headings(screen) == ["分享"])
        #expect(Sample.titles(screen) == ["複製連結", "分享到其他 App", "檢舉文章"])
        #expect(screen.contains("data-pointer=\"/dataProvider/content/sections/0/options/1\""))
        #expect(screen.contains("data-pointer=\"/dataProvider/content/sections/1/options/0/action\""))
        #expect(screen.contains("dcard://report"))

        let accessories = try Sample().screen(try example("accessories.json"))
        #expect(accessories.contains("role=\"switch\" aria-checked=\"true\""))
        #expect(accessories.contains("aria-pressed=\"true\""))
        #expect(accessories.contains("<span class=\"tag\"><bdi>NEW</bdi>"))
    }

    @Test func `a custom option is drawn by its element's template`() throws {
        let screen = try Sample().screen(try example("custom-cell.json"))
        #expect(screen.contains("element DataView kind-component"))
        #expect(screen.contains("data-pointer=\"/dataProvider/content/options/0/element\""))
        #expect(screen.contains("抒發心情的地方"))
    }

    @Test func `an element of an unknown type is drawn as an outline`() throws {
        let screen = try Sample().screen(
            Sample.options(
                #"{"cellStyle":"custom","element":{"type":"Hologram","glow":"blue"}}"#,
                #"{"cellStyle":"classic","title":"Plain"}"#))
        #expect(screen.contains("outline unknown"))
        #expect(screen.contains("blue"))
        #expect(Sample.titles(screen) == ["Plain"])
    }

    @Test func `errors are shown at their options`() throws {
        let screen = try Sample().screen(
            Sample.options(
                #"{"cellStyle":"classic"}"#, "17",
                #"{"cellStyle":"classic","title":"Fine","accessory":{"kind":"bell"}}"#,
                #"{"cellStyle":"classic","title":"Both","element":{"type":"TextView","text":{"value":"x"}}}"#))
        for index in 0..<4 {
            #expect(screen.contains("class=\"issue\" data-pointer=\"/dataProvider/content/options/\(index)\""))
        }
        #expect(Sample.titles(screen) == ["", "17", "Fine", "Both"])
    }

    @Test func `a data provider or tool of an unknown kind is reported, and its content is drawn`() throws {
        let text = #"""
            {"type": "OptionSheet", "title": "T", "tool": {"kind": "dial", "segments": [{"title": "Near", "keyword": ""}]},
             "dataProvider": {"kind": "statik", "content": {"sections": [
               {"title": "Full", "options": [{"cellStyle": "classic", "title": "One"}]}, {"title": "Bare", "options": []}]}}}
            """#
        let screen = PreviewSample.screen(try PreviewSample.page(text))
        for words in [
            #"<code dir="ltr">dial</code>"#, #"<code dir="ltr">statik</code>"#, ">Near<", ">One<", ">Full<", ">Bare<",
        ] {
            #expect(screen.contains(words), "\(words)")
        }
    }

    @Test(arguments: [
        "{}", #"{"dataProvider": null}"#, #"{"dataProvider": {"kind": "static"}}"#,
        #"{"dataProvider": {"kind": "dynamic"}}"#, #"{"dataProvider": {"kind": "magic", "loader": 3}}"#,
        #"{"dataProvider": {"kind": "static", "content": {"options": 3, "sections": [1, {"options": "x"}]}}}"#,
        #"{"dataProvider": {"kind": "dynamic", "loader": {"kind": "nextKey", "list": "", "limit": -4}}}"#,
        #"{"tool": 7, "states": [], "title": {"a": 1}, "dataProvider": []}"#,
        #"{"tool": {"kind": "segmentedControl", "segments": [3, {}]}, "dataProvider": {"kind": "static"}}"#,
    ])
    func `a sheet is drawn even if parts are missing`(_ members: String) throws {
        let text = #"{"type": "OptionSheet", "# + members.dropFirst()
        for post in [nil, ["_do": "more"], ["_do": "segment:9"], ["_do": "tap:nothing"]] as [KeyValuePairs?] {
            let screen = try Sample().screen(text.replacing(", }", with: "}"), post: post)
            #expect(screen.contains("<form class=\"option-sheet\""))
        }
    }

    @Test func `posted fields beyond the limit are ignored`() throws {
        let sheet = Sample.options(
            #"{"cellStyle":"classic","title":"Alpha"}"#, tool: #"{"kind": "searchField", "placeholder": "Find"}"#)
        func titles(after count: Int) throws -> [String] {
            let others = Array(repeating: PreviewOptions.Field(name: "other", value: ""), count: count)
            let keyword = PreviewOptions.Field(name: "_keyword", value: "Beta")
            let options = PreviewOptions(language: "en", data: others + [keyword], submitted: true)
            return Sample.titles(
                PreviewSample.screen(try PreviewSample.page(sheet, kind: "OptionSheet", options: options)))
        }
        #expect(try titles(after: 4_999) == [])
        #expect(try titles(after: 5_000) == ["Alpha"])
    }

    @Test func `a keyword filters options by their titles and the texts of their elements, ignoring case`() throws {
        let sheet = Sample.options(
            #"{"cellStyle":"classic","title":"Große Straße, İstanbul"}"#,
            #"{"cellStyle":"classic","title":"100% \"x\" & <b>"}"#,
            #"{"cellStyle":"custom","element":{"type":"TextView","text":{"value":"Quiet & calm"}}}"#,
            #"{"cellStyle":"classic","title":"كتاب می‌شود ۳"}"#,
            tool: #"{"kind": "searchField", "placeholder": "Find"}"#)
        func count(_ keyword: String) throws -> Int {
            try Sample().screen(sheet, post: ["_keyword": keyword, "_do": "search"])
                .matches(of: /<li class="cell/).count
        }
        #expect(try count("") == 4)
        for keyword in ["  STRASSE ", "STRAẞE", "istanbul", "ISTANBUL", "کتاب ميشود 3"] {
            #expect(try count(keyword) == 1, "\(keyword)")
        }
        #expect(try count("100%") == 1)
        #expect(try count("\"x\"") == 1)
        #expect(try count("<b>") == 1)
        #expect(try count("%") == 1)
        #expect(try count("quiet & c") == 1)
        #expect(try count("TextView") == 0)

        let none = try Sample().screen(sheet, post: ["_keyword": "\"><script>", "_do": "search"])
        #expect(none.contains("No results"))
        #expect(none.contains("value=\"&quot;&gt;&lt;script&gt;\""))
        #expect(!none.contains("<script>"))
        #expect(try Sample().screen(sheet, post: ["_keyword": "x", "_do": "clear"]).contains("Große"))
    }

    @Test func `errors of an element are also shown in a search`() throws {
        let sheet = Sample.options(
            #"{"cellStyle":"custom","element":{"type":"Hologram","glow":"blue"}}"#,
            #"{"cellStyle":"classic","title":"Plain"}"#, tool: #"{"kind": "searchField"}"#)
        let screen = try Sample().screen(sheet, post: ["_keyword": "blue", "_do": "search"])
        #expect(screen.contains("class=\"issue\" data-pointer=\"/dataProvider/content/options/0/element\""))
        #expect(Sample.titles(screen) == [])
    }

    @Test func `a tap posts to a URL that scrolls back to the option`() throws {
        let screen = try Sample.schools(30).screen(Sample.dynamic())
        #expect(!screen.contains("#o6\""))
        #expect(screen.contains("value=\"tap:key:s29\" formaction=\"/preview/x?s=1#o30\""))
    }

    @Test func `a segment filters by its keyword, and an empty keyword matches every option`() throws {
        let tool = #"""
            {"kind": "segmentedControl", "segments": [{"title": "All", "keyword": ""}, {"title": "A", "keyword": "alpha"}]}
            """#
        let sheet = Sample.options(
            #"{"cellStyle":"classic","title":"Alpha"}"#, #"{"cellStyle":"classic","title":"Beta"}"#, tool: tool)
        let opened = try Sample().screen(sheet)
        #expect(Sample.titles(opened) == ["Alpha", "Beta"])
        #expect(opened.contains("value=\"segment:0\" aria-pressed=\"true\""))

        let chosen = try Sample().screen(sheet, post: ["_segment": "0", "_applied": "", "_do": "segment:1"])
        #expect(Sample.titles(chosen) == ["Alpha"])
        #expect(chosen.contains("value=\"segment:1\" aria-pressed=\"true\""))
        #expect(Sample.field("_segment", chosen) == ["1"])
        let tapped = try Sample().screen(
            sheet, post: ["_segment": "1", "_applied": "alpha", "_do": "tap:/dataProvider/content/options/0"])
        #expect(Sample.titles(tapped) == ["Alpha"])
        #expect(try Sample.titles(Sample().screen(sheet, post: ["_segment": "99", "_do": "more"])) == ["Alpha"])
    }

    // MARK: Switches and checkmarks

    private static let pointer = "/dataProvider/content/options/"
    private static func checkmark(_ title: String, _ isSelected: Bool) -> String {
        #"{"cellStyle":"classic","title":"\#(title)","accessory":{"kind":"checkmark","isSelected":\#(isSelected)}}"#
    }

    @Test func `choosing an option replaces the previous choice, and tapping it again removes the choice`() throws {
        let sheet = Sample.options(Self.checkmark("A", true), Self.checkmark("B", false), Self.checkmark("C", false))
        #expect(try Sample.marked(Sample().screen(sheet)) == [Self.pointer + "0"])
        let second = try Sample().screen(sheet, post: ["_do": "tap:\(Self.pointer)1"])
        #expect(Sample.marked(second) == [Self.pointer + "1"])
        #expect(Sample.field("_choice", second) == ["0:\(Self.pointer)1"])
        #expect(second.contains("B</bdi>: <bdi>chosen"))
        let third = try Sample().screen(
            sheet, post: ["_choice": "0:\(Self.pointer)1", "_do": "tap:\(Self.pointer)1"])
        #expect(Sample.marked(third) == [])
        #expect(try Sample.marked(Sample().screen(sheet, post: ["_do": "tap:\(Self.pointer)0"])) == [])
    }

    @Test func `if several options are initially chosen, each is toggled by itself`() throws {
        let sheet = Sample.options(Self.checkmark("A", true), Self.checkmark("B", true), Self.checkmark("C", false))
        let tapped = try Sample().screen(sheet, post: ["_flip": "\(Self.pointer)0", "_do": "tap:\(Self.pointer)2"])
        #expect(Sample.marked(tapped) == [Self.pointer + "1", Self.pointer + "2"])
    }

    @Test func `a tap toggles a switch, whose action is described but not performed`() throws {
        let sheet = try example("accessories.json")
        let tapped = try Sample().screen(sheet, post: ["_do": "tap:\(Self.pointer)0"])
        #expect(Sample.marked(tapped) == [Self.pointer + "1"])
        #expect(tapped.contains("通知</bdi>: <bdi>off"))
        #expect(tapped.contains("<code>dcard://settings/notifications</code>"))
        let again = try Sample().screen(
            sheet, post: ["_flip": "\(Self.pointer)0", "_do": "tap:\(Self.pointer)0"])
        #expect(Sample.marked(again) == [Self.pointer + "0", Self.pointer + "1"])
        #expect(!tapped.contains("href"))
    }

    // MARK: States

    @Test func `after a retry the error state does not return`() throws {
        let sheet = Sample.dynamic(), lists = try Sample.schools(3)
        let failed = try lists.screen(sheet, state: .error)
        #expect(failed.contains("It broke") && failed.contains("Once more"))
        #expect(failed.contains("data-pointer=\"/states/error\""))
        let retried = try lists.screen(sheet, post: ["_do": "retry"], state: .error)
        #expect(Sample.titles(retried).count == 3)
        let searched = try lists.screen(
            sheet, post: ["_retried": "yes", "_keyword": "2", "_do": "search"], state: .error)
        #expect(Sample.titles(searched) == ["School 2"])
        #expect(try lists.screen(sheet, post: ["_keyword": "2"], state: .error).contains("It broke"))
    }

    @Test func `states without texts of their own have the preview's texts, in the document's language`() throws {
        let sheet = #"{"type":"OptionSheet","title":"گزینش","dataProvider":{"kind":"static","content":{"options":[]}}}"#
        #expect(try Sample().screen(sheet, language: nil).contains("گزینه‌ای وجود ندارد"))
        #expect(try Sample().screen(sheet, language: "ar").contains("لا توجد خيارات"))
        #expect(try Sample().screen(sheet, state: .error, language: "zh-Hant").contains("重試"))
        #expect(try Sample().screen(sheet, state: .error, language: "ru").contains("Повторить"))
        #expect(try Sample().screen(sheet, state: .loading).contains("Loading…"))
    }

    @Test func `on a standalone page buttons do nothing`() throws {
        let screen = try Sample.schools(40).screen(Sample.dynamic(), frame: .none)
        #expect(!screen.contains(" action="))
        for button in screen.matches(of: /<button [^>]*>/) { #expect(button.0.contains("type=\"button\"")) }
        #expect(Sample.titles(screen).count == 30)
    }
}
