import Foundation
import JSONText
import Preview
import SchemaRepository
import Testing

@Suite struct ElementTests {
    @Test func `every template of the starter repository is usable`() throws {
        #expect(try PreviewSample.renderer().problems.isEmpty)
    }

    @Test func `every example of an entity with a template is drawn without outlines`() throws {
        let repository = try PreviewSample.repository.get()
        let renderer = try PreviewSample.renderer()
        var drawn = 0
        for entity in repository.entities where entity.previewTemplate != nil {
            for example in entity.examples {
                let bytes = example.value.rawBytes
                let checked = repository.check(bytes, kind: DocumentKind(entity))
                let page = renderer.page(
                    for: checked, options: PreviewOptions(), nonce: "n", frame: .none, sources: PreviewSample.sources)
                let screen = PreviewSample.screen(page.html)
                #expect(screen.contains(" \(entity.name) "), "\(entity.id) \(example.name)")
                #expect(!screen.contains("outline"), "\(entity.id) \(example.name)")
                drawn += 1
            }
        }
        #expect(drawn > 20)
    }

    @Test func `a screen shows its texts and title, and has the pointer of each element`() throws {
        let screen = PreviewSample.screen(
            try PreviewSample.page(
                """
                {"type": "Screen", "title": "Обмен", "widgets": [{"type": "SDUIWidget", "id": "a", "content":
                 {"type": "StackView", "axis": "horizontal", "distribution": "fillEqually", "elements": [
                   {"type": "TextView", "text": {"value": "USD", "typography": "headlineSmall", "color": "accent"}}]}}]}
                """))
        #expect(screen.contains("<h1>Обмен</h1>"))
        #expect(screen.contains(">USD</div>"))
        #expect(screen.contains("data-pointer=\"/widgets/0/content/elements/0/text\""))
        #expect(screen.contains("StackView kind-layout axis-horizontal alignment-fill distribution-fillEqually"))
        #expect(screen.contains("Text kind-atom typography-headlineSmall color-accent"))
    }

    @Test func `tokens have a light and a dark value, and a CSS rule where they are used`() throws {
        let page = try PreviewSample.page(
            #"{"type": "TextView", "text": {"value": "a", "color": "accent"}}"#, kind: "TextView")
        #expect(page.contains("[data-theme=dark]{"))
        #expect(page.contains(".Text.color-accent{--color:var(--Color-accent)}"))
        #expect(!page.contains(".Text.color-warning{"))
    }

    @Test func `an element with an error is outlined with its message and the rest is drawn`() throws {
        let error = Diagnostic(
            severity: .error, code: "schema.enum", message: "`textPrimry` is not a Color <b>",
            pointer: JSONPointer(tokens: ["widgets", "0", "content", "text", "color"]))
        let screen = PreviewSample.screen(
            try PreviewSample.page(
                """
                {"type": "Screen", "widgets": [
                 {"type": "SDUIWidget", "id": "a", "content": {"type": "TextView", "text": {"value": "первый", "color": "textPrimry"}}},
                 {"type": "SDUIWidget", "id": "b", "content": {"type": "TextView", "text": {"value": "второй"}}}]}
                """, diagnostics: [error]))
        #expect(screen.contains("<div class=\"issue\" data-pointer=\"/widgets/0/content/text\">"))
        #expect(screen.contains("<code dir=\"ltr\">textPrimry</code> is not a Color &lt;b&gt;"))
        #expect(screen.contains("первый"))
        #expect(screen.contains("второй"))
        #expect(!screen.contains("color-textPrimry"))
    }

    @Test func `a row that centers its children does not center the lines of wrapped texts`() throws {
        let page = try PreviewSample.page(
            """
            {"type": "StackView", "axis": "horizontal", "alignment": "center", "elements": [
              {"type": "TextView", "text": {"value": "a"}}]}
            """, kind: "StackView")
        let rules = page.split(separator: "\n").filter { $0.contains("text-align: center") && $0.contains("StackView") }
        #expect(!rules.isEmpty)
        let selectors = rules.flatMap { $0.split(separator: "{")[0].split(separator: ",") }
        #expect(selectors.allSatisfy { $0.contains(".axis-vertical") }, "\(selectors)")
    }

    @Test func `texts next to an icon with an error are drawn, and the message takes no room from them`() throws {
        let page = try PreviewSample.page(
            """
            {"type": "DataView", "iconView": {"icon": {"name": "star"}, "siz": "m"}, "dataContent":
             {"title": {"value": "Main account"}, "subtitle": {"value": "Of the household"}}}
            """, kind: "DataView")
        let screen = PreviewSample.screen(page)
        #expect(screen.contains("Main account") && screen.contains("Of the household"))
        #expect(screen.contains("class=\"issue\" data-pointer=\"/iconView\""))
        #expect(page.contains(".element .issue-messages { contain: inline-size"))
    }

    @Test func `an unknown element is drawn as a labeled outline with the elements inside`() throws {
        let screen = PreviewSample.screen(
            try PreviewSample.page(
                """
                {"type": "Screen", "widgets": [{"type": "SDUIWidget", "id": "a", "content": {"type": "Carousel",
                 "speed": 3, "items": [{"type": "TextView", "text": {"value": "внутри"}}]}}]}
                """))
        #expect(screen.contains(">Carousel</div>"))
        #expect(screen.contains("внутри"))
        #expect(screen.contains("TextView kind-component"))
    }

    @Test func `an action is shown without a link`() throws {
        let text = """
            {"type": "ButtonView", "title": {"value": "Обменять"},
             "action": {"deeplink": "alfabank:///exchange", "analytics": {"event": "tap"}}}
            """
        let screen = PreviewSample.screen(try PreviewSample.page(text, kind: "ButtonView"))
        #expect(screen.contains("<span class=\"deeplink\">alfabank:///exchange</span>"))
        #expect(!screen.contains("href"))
        let bare = try PreviewSample.page(text, kind: "ButtonView", options: PreviewOptions(showsActions: false))
        #expect(!bare.contains("alfabank:///exchange"))
    }

    @Test func `a text that is not JSON is drawn as a card with the first error and its line`() throws {
        let screen = PreviewSample.screen(try PreviewSample.page("{\n  \"type\": \"Screen\",\n  \"title\": }"))
        #expect(screen.contains("class=\"broken\""))
        #expect(screen.contains("class=\"place\"><bdi>line "))
    }

    @Test func `the card for a text that is not JSON is in the language of the page`() throws {
        let options = PreviewOptions(query: ["lang": "fa"])
        let screen = PreviewSample.screen(try PreviewSample.page("{\n}}", options: options))
        #expect(screen.contains("متن هنوز JSON نیست") && screen.contains("سطر ۲، ستون ۲"))
        #expect(
            PreviewSample.screen(try PreviewSample.page(" ", options: options)).contains("هنوز چیزی برای نمایش نیست"))
    }

    @Test func `the preview for a client version marks what the version does not support`() throws {
        let text = #"{"type": "ButtonView", "title": {"value": "a"}, "size": "xxl"}"#
        let screen = """
            {"type": "Screen", "widgets": [{"type": "SDUIWidget", "id": "w", "content": \(text)}]}
            """
        let old = try PreviewSample.page(screen, options: PreviewOptions(query: ["platform": "ios", "version": "5.2"]))
        #expect(PreviewSample.screen(old).contains("issue unsupported"))
        #expect(PreviewSample.screen(old).contains("<code dir=\"ltr\">size</code>: iOS 6.0+"))
        let new = try PreviewSample.page(screen, options: PreviewOptions(query: ["platform": "ios", "version": "6.0"]))
        #expect(!PreviewSample.screen(new).contains("unsupported"))
    }

    @Test func `the preview for an older client shows fallbacks, replaced enum values and omissions`() throws {
        let wrapper = #"{"type": "ConstraintWrapper", "elements": [], "fallback": FALLBACK}"#
        let parts = [
            wrapper.replacing("FALLBACK", with: #"{"type": "TextView", "text": {"value": "Plainer"}}"#),
            wrapper.replacing("FALLBACK", with: #""drop""#),
            #"{"type": "ButtonView", "title": {"value": "a"}, "size": "xxl"}"#,
        ]
        let text = #"{"type": "VerticalListWidget", "id": "w", "content": [PARTS]}"#
            .replacing("PARTS", with: parts.joined(separator: ","))
        func screen(_ version: String) throws -> String {
            PreviewSample.screen(
                try PreviewSample.page(text, options: PreviewOptions(query: ["platform": "ios", "version": version])))
        }

        let old = try screen("1.5")
        #expect(old.contains("class=\"issue unsupported fallback\" data-pointer=\"/content/0\""))
        #expect(old.contains(">Plainer<") && old.contains("data-pointer=\"/content/0/fallback\""))
        #expect(old.contains("This client does not get this element."))
        #expect(old.contains("size-l") && !old.contains("size-xxl"))
        #expect(old.contains("class=\"issue unsupported substituted\" data-pointer=\"/content/2\""))
        let new = try screen("6.0")
        #expect(!new.contains("Plainer") && new.contains("size-xxl"))
    }

    @Test func `an element without a usable fallback is replaced by the nearest fallback around it, if any`() throws {
        let new = #"{"type": "ConstraintWrapper", "elements": []MORE}"#
        let stack = """
            {"type": "StackView", "axis": "vertical", "elements": [
              {"type": "TextView", "text": {"value": "Beside"}},
              {"type": "ViewWrapper", "element": \(new.replacing("MORE", with: #", "fallback": "drop""#))}],
             "fallback": {"type": "TextView", "text": {"value": "Plainer"}}}
            """
        let text = #"{"type": "VerticalListWidget", "id": "w", "content": [STACK, NEW]}"#
            .replacing("STACK", with: stack).replacing("NEW", with: new.replacing("MORE", with: ""))
        let options = PreviewOptions(query: ["platform": "ios", "version": "1.5"])
        let screen = PreviewSample.screen(try PreviewSample.page(text, options: options))
        #expect(screen.contains("class=\"issue unsupported fallback\" data-pointer=\"/content/0\""))
        #expect(screen.contains(">Plainer<") && !screen.contains("Beside"), "a required child cannot be omitted")
        #expect(screen.contains("class=\"issue unsupported\" data-pointer=\"/content/1\""))
        #expect(screen.contains("There is no replacement for this client: the document cannot be published for it."))

        let repository = try PreviewSample.repository.get()
        let gaps = try PreviewSample.renderer().gaps(
            of: repository.check(Array(text.utf8), kind: nil), options: options)
        #expect(gaps.map(\.pointer.description) == ["/content/0/elements/1/element", "/content/1"])
        #expect(gaps.map { $0.replacement?.pointer.description } == ["/content/0", nil])
    }

    @Test func `an unsupported fallback is replaced by its own fallback`() throws {
        let text = """
            {"type": "StackView", "axis": "vertical", "elements": [{"type": "ConstraintWrapper", "elements": [], "fallback":
              {"type": "ConstraintWrapper", "elements": [], "fallback": {"type": "TextView", "text": {"value": "Plainer"}}}}]}
            """
        let options = PreviewOptions(query: ["platform": "ios", "version": "1.5"])
        let screen = PreviewSample.screen(try PreviewSample.page(text, kind: "StackView", options: options))
        #expect(screen.contains("data-pointer=\"/elements/0/fallback/fallback\""))
        #expect(screen.contains(">Plainer<") && !screen.contains("element ConstraintWrapper"))
    }
}
