import Foundation
import Preview
import Testing

@Suite("Option sheets over lists") struct OptionSheetListTests {
    private typealias Sample = OptionSheetSample

    @Test(arguments: ["nextKey", "offset"], [7, 30, 100])
    func `pages are loaded to the end, with no item twice`(_ kind: String, _ limit: Int) throws {
        let lists = try Sample.schools(100)
        let sheet = Sample.dynamic(loader: #"{"kind": "\#(kind)", "list": "schools", "limit": \#(limit)}"#)
        var screen = try lists.screen(sheet)
        var pages = 1
        while screen.contains("value=\"more\"") {
            #expect(Sample.titles(screen) == (0..<pages * limit).map { "School \($0)" })
            let before = Sample.field("_pages", screen)
            #expect(before == ["\(pages)"])
            pages += 1
            screen = try lists.screen(sheet, post: ["_applied": "", "_pages": before[0], "_do": "more"])
        }
        #expect(Sample.titles(screen) == (0..<100).map { "School \($0)" })
        #expect(pages == (100 + limit - 1) / limit)
        #expect(screen.contains(kind == "offset" ? "100 of 100" : "100 loaded"))
    }

    @Test func `the last page is requested by itself, as an app does`() throws {
        let byKey = try Sample.schools(100)
        _ = try byKey.screen(Sample.dynamic(), post: ["_pages": "2", "_do": "more"])
        #expect(
            byKey.queries == [
                OptionQuery(list: "schools", start: .nextKey(nil), limit: 60),
                OptionQuery(list: "schools", start: .nextKey("s59"), limit: 30),
            ])
        let byOffset = try Sample.schools(100)
        _ = try byOffset.screen(
            Sample.dynamic(loader: #"{"kind": "offset", "list": "schools"}"#), post: ["_pages": "2"])
        #expect(
            byOffset.queries == [
                OptionQuery(list: "schools", start: .offset(0)), OptionQuery(list: "schools", start: .offset(30)),
            ])
    }

    @Test func `a new keyword loads the first page, and the same keyword keeps the loaded pages`() throws {
        let lists = try Sample.schools(100), sheet = Sample.dynamic()
        let new = try lists.screen(
            sheet, post: ["_applied": "", "_pages": "3", "_keyword": " school ", "_do": "search"])
        #expect(Sample.titles(new).count == 30)
        #expect(Sample.field("_applied", new) == ["school"])
        let same = try lists.screen(
            sheet, post: ["_applied": "school", "_pages": "3", "_keyword": "school", "_do": "search"])
        #expect(Sample.titles(same).count == 90)
        let tapped = try lists.screen(
            sheet, post: ["_applied": "school", "_pages": "2", "_keyword": "school", "_do": "tap:key:s31"])
        #expect(Sample.titles(tapped).count == 60)
        #expect(tapped.contains("School 31</bdi>"))
        #expect(tapped.contains("<code>s31</code>"))
    }

    @Test func `items of a later page join the sections of earlier pages`() throws {
        let items = (0..<9).map {
            #"{"key":"k\#($0)","title":"T\#($0)","at":{"region":"\#(["N", "S", "E"][$0 % 3])"}}"#
        }
        let lists = try Sample(["schools": "[\(items.joined(separator: ",")), {\"key\":\"x\",\"title\":\"Nowhere\"}]"])
        let sheet = Sample.dynamic(
            loader: #"{"kind": "offset", "list": "schools", "limit": 5}"#,
            parser: #"{"value": "/key", "title": "/title", "groupBy": "/at/region"}"#)
        let first = try lists.screen(sheet)
        #expect(Sample.headings(first) == ["N", "S", "E"])
        #expect(Sample.titles(first) == ["T0", "T3", "T1", "T4", "T2"])
        let all = try lists.screen(sheet, post: ["_pages": "1", "_do": "more"])
        #expect(Sample.headings(all) == ["N", "S", "E"])
        #expect(Sample.titles(all) == ["T0", "T3", "T6", "T1", "T4", "T7", "T2", "T5", "T8", "Nowhere"])
    }

    @Test func `the parts of an option are found by JSON Pointers, including pointers into arrays`() throws {
        let lists = try Sample([
            "schools": #"""
            [{"key":"a","title":"x","names":["Zero","Uno"],"look":{"icon":{"name":"bank"},"a":{"kind":"tag","text":"OLD"}},
              "go":{"deeplink":"x://a"}},
             {"key":"b","title":"x","names":["Null",17],"look":{"icon":"star","a":"NEW"}},
             {"key":"c/~\"","title":"x","names":[{"no":1}],"look":null}]
            """#
        ])
        let screen = try lists.screen(
            Sample.dynamic(
                parser: #"""
                    {"title": "/names/1", "icon": "/look/icon", "accessory": "/look/a", "action": "/go", "value": "/names/0"}
                    """#))
        #expect(Sample.titles(screen) == ["Uno", "17", "c/~&quot;"])
        #expect(screen.contains("finds no title"))
        #expect(screen.matches(of: /class="tag"><bdi>(OLD|NEW)/).count == 2)
        #expect(screen.matches(of: /class="cell-icon"/).count == 2)
        #expect(screen.contains("x://a"))
        let tapped = try lists.screen(
            Sample.dynamic(parser: #"{"title": "/names/1", "value": "/names/0"}"#), post: ["_do": "tap:key:a"])
        #expect(tapped.contains("<code>Zero</code>"))
        // The items are not in the document, so they have the pointer of the data provider.
        let pointers = Set(screen.matches(of: /data-pointer="([^"]*)"/).map { String($0.1) })
        #expect(pointers == ["", "/title", "/tool", "/dataProvider"])
    }

    @Test func `custom options of a list are drawn with their elements`() throws {
        let lists = try Sample([
            "schools": #"""
            [{"key":"a","title":"A","element":{"type":"TextView","text":{"value":"Drawn & safe <b>"}}},
             {"key":"b","title":"B","element":{"type":"Hologram","ray":"green"}},
             {"key":"c","title":"C","element":"text"}, {"key":"d","title":"D"}]
            """#
        ])
        let screen = try lists.screen(Sample.dynamic(parser: #"{"value": "/key", "element": "/element"}"#))
        #expect(screen.contains("element TextView kind-component"))
        #expect(screen.contains("Drawn &amp; safe &lt;b&gt;"))
        #expect(screen.contains("outline unknown") && screen.contains("green"))
        #expect(Sample.titles(screen) == ["d"])
        #expect(screen.contains("finds no element"))
        let pointers = Set(screen.matches(of: /data-pointer="([^"]*)"/).map { String($0.1) })
        #expect(pointers == ["", "/title", "/tool", "/dataProvider"])
    }

    @Test func `only one item of a list is chosen, and paging and searches keep the choice`() throws {
        let lists = try Sample([
            "schools": #"""
            [{"key":"a","title":"A"},{"key":"b","title":"B","mine":true},{"key":"c","title":"C","mine":"true"},
             {"key":"d","title":"D","mine":"false"}]
            """#
        ])
        let sheet = Sample.dynamic(
            loader: #"{"kind": "offset", "list": "schools", "limit": 2}"#,
            parser: #"{"title": "/title", "accessory": {"kind": "checkmark"}, "selected": "/mine"}"#)
        #expect(try Sample.marked(lists.screen(sheet)) == ["key:b"])
        let chosen = try lists.screen(sheet, post: ["_do": "tap:key:a"])
        #expect(Sample.marked(chosen) == ["key:a"])
        let choice = try #require(Sample.field("_choice", chosen).first)
        let more = try lists.screen(sheet, post: ["_choice": choice, "_pages": "1", "_do": "more"])
        #expect(Sample.marked(more) == ["key:a"])
        let searched = try lists.screen(sheet, post: ["_choice": choice, "_keyword": "d", "_do": "search"])
        #expect(Sample.marked(searched) == [])
        #expect(Sample.field("_choice", searched) == [choice])
    }

    @Test func `a list that is missing or unavailable is reported; an empty one shows the empty state`() throws {
        let lists = try Sample(["schools": "[]"])
        let missing = try lists.screen(Sample.dynamic(loader: #"{"kind": "offset", "list": "boards"}"#))
        #expect(missing.contains("There is no option list “boards” yet."))
        #expect(missing.contains("galley option-lists import boards boards.csv"))
        let closed = try lists.screen(Sample.dynamic(loader: #"{"kind": "offset", "list": "closed", "limit": 4}"#))
        #expect(closed.contains("cannot be looked up here"))
        #expect(Sample.titles(closed) == (1...4).map { "Placeholder \($0)" })
        #expect(!closed.contains("class=\"tap\""))
        let empty = try lists.screen(Sample.dynamic())
        #expect(empty.contains("No school") && empty.contains("data-pointer=\"/states/empty\""))
        #expect(!empty.contains("sheet-end"))
    }

    @Test func `an empty page ends the loading, and a next key that the list lacks shows the error state`() throws {
        let changing = PreviewSources(
            now: Date(timeIntervalSince1970: 0),
            options: { query in
                guard query.start == .nextKey(nil) else { return .unknownNextKey }
                return .page(OptionBatch(items: [], nextKey: "gone", isLoadEnded: false))
            })
        let loader = OptionPages(sources: changing)
        #expect(try loader.screen(pages: 3).contains("data-state=\"shown\""))
        let failing = OptionPages(
            sources: PreviewSources(now: Date(timeIntervalSince1970: 0), options: { _ in .unknownNextKey }))
        #expect(try failing.screen(pages: 1).contains("Once more"))
    }

    private struct OptionPages {
        let sources: PreviewSources

        func screen(pages: Int) throws -> String {
            let options = PreviewOptions(
                language: "en", data: [PreviewOptions.Field(name: "_pages", value: "\(pages)")], submitted: true)
            return PreviewSample.screen(
                try PreviewSample.page(
                    OptionSheetSample.dynamic(), kind: "OptionSheet", options: options, sources: sources))
        }
    }

    // MARK: Hostile posts

    @Test(arguments: ["99999999999999999999", "-5", "0", "1e9", "9223372036854775807", "١", "2 ", ""])
    func `hidden fields with unexpected numbers do not exceed the limits`(_ number: String) throws {
        let lists = try Sample.schools(50)
        let screen = try lists.screen(
            Sample.dynamic(),
            post: ["_pages": number, "_segment": number, "_do": "more"])
        #expect([30, 50].contains(Sample.titles(screen).count))
        #expect(["1", "2"].contains(try #require(Sample.field("_pages", screen).first)))
        for query in lists.queries { #expect(query.limit <= 1_000) }
    }

    @Test func `a preview shows at most 1,000 options and says so`() throws {
        let lists = try Sample.schools(1_005)
        for loader in ["nextKey", "offset"] {
            let screen = try lists.screen(
                Sample.dynamic(loader: #"{"kind": "\#(loader)", "list": "schools", "limit": 300}"#),
                post: ["_pages": "900"])
            #expect(Sample.titles(screen).count == 1_000)
            #expect(screen.contains("first 1000 options only"))
            #expect(!screen.contains("value=\"more\""))
        }
        let one = try lists.screen(
            Sample.dynamic(loader: #"{"kind": "offset", "list": "schools", "limit": 100000000}"#))
        #expect(Sample.titles(one).count == 1_000)
    }

    @Test func `posted choices and switches of unknown options have no effect, and at most 500 are kept`() throws {
        let lists = try Sample.schools(3)
        let post = PreviewOptions(
            query: [:],
            form: (0..<2_000).flatMap {
                [
                    PreviewOptions.Field(name: "_flip", value: "x\($0)"),
                    PreviewOptions.Field(name: "_choice", value: "\($0)\"><b>"),
                    PreviewOptions.Field(name: "_choice", value: "no group"),
                ]
            })
        let page = try PreviewSample.page(
            Sample.dynamic(), kind: "OptionSheet", options: post,
            sources: PreviewSources(now: Date(timeIntervalSince1970: 0)))
        #expect(Sample.field("_flip", page).count == 500)
        #expect(!page.contains("<b>"))
        #expect(try Sample.titles(lists.screen(Sample.dynamic(), post: ["_do": "tap:key:none"])).count == 3)
    }

    @Test func `a title of a thousand characters is shown whole`() throws {
        let title = String(repeating: "Wide", count: 250)
        let lists = try Sample(["schools": #"[{"key":"a","title":"\#(title)"}]"#])
        #expect(try Sample.titles(lists.screen(Sample.dynamic())) == [title])
    }
}
