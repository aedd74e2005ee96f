import Foundation
import Testing

@testable import Preview

@Suite struct ForeignTests {
    @Test func `a card of another system shows its texts, pictures, pairs, fields and buttons`() throws {
        let screen = PreviewSample.screen(
            try PreviewSample.page(
                """
                {"$schema": "http://example.com/card.json", "type": "Card", "body": [
                  {"type": "TextBlock", "text": "Weekend", "size": "large", "weight": "bolder"},
                  {"type": "ColumnSet", "columns": [{"items": [{"type": "Image", "url": "https://example.com/a.png", "altText": "A cat"}]},
                    {"items": [{"type": "TextBlock", "text": "<b>beside</b>", "isSubtle": true}]}]},
                  {"type": "FactSet", "facts": [{"title": "Fat", "value": "10 g"}]},
                  {"type": "Input.Text", "label": "Your name", "placeholder": "Anna"},
                  {"type": "TextBlock", "text": "unseen", "isVisible": false}],
                 "actions": [{"type": "Action.Submit", "title": "Send"}]}
                """))
        #expect(screen.contains("is-bold is-large\" data-pointer=\"/body/0\">Weekend</div>"))
        #expect(screen.contains("stack is-row\" data-pointer=\"/body/1/columns\""))
        #expect(screen.contains("<bdi>A cat</bdi>"))
        #expect(screen.contains("&lt;b&gt;beside&lt;/b&gt;"))
        #expect(screen.contains("<span><bdi>Fat</bdi></span><span><bdi>10 g</bdi></span>"))
        #expect(
            screen.contains(
                "<span class=\"label\"><bdi>Your name</bdi></span><span class=\"box\"><bdi>Anna</bdi></span>"))
        #expect(screen.contains("element button\" data-pointer=\"/actions/0\"><bdi>Send</bdi></div>"))
        #expect(!screen.contains("unseen"))
        #expect(!screen.contains("outline") && !screen.contains("<img"))
    }

    @Test func `elements made from templates show the values passed to them`() throws {
        let screen = PreviewSample.screen(
            try PreviewSample.page(
                """
                {"templates": {"heading": {"type": "text", "font_size": 24, "$text": "caption"},
                   "pair": {"type": "container", "orientation": "horizontal", "items": [
                     {"type": "heading", "$caption": "first"}, {"type": "text", "text": "fixed"}]}},
                 "card": {"states": [{"div": {"type": "pair", "first": "given"}}, {"div": {"type": "text", "text": "later"}}]}}
                """))
        #expect(screen.contains("is-large"))
        #expect(screen.contains(">given</div>") && screen.contains(">fixed</div>"))
        #expect(screen.contains("stack is-row"))
        #expect(!screen.contains("later"))
    }

    @Test func `another system's document stays readable where a screen, a questionnaire or a flow is expected`() throws
    {
        let card = #"{"templates": {}, "card": {"states": [{"div": {"type": "text", "text": "in the card"}}]}}"#
        for kind in ["Screen", "Questionnaire", "OptionSheet", "ModuleFlow"] {
            let page = try PreviewSample.page(card, kind: kind)
            #expect(page.contains(">in the card</div>"), "\(kind)")
            #expect(page.contains("is not a property of \(kind)"), "\(kind)")
        }
        let wrapped = try PreviewSample.page(
            #"{"data": {"type": "Screen", "widgets": [{"text": "in the answer"}]}}"#, kind: "Screen")
        #expect(wrapped.contains(">in the answer</div>"))
        let misspelt = try PreviewSample.page(#"{"type": "Scren", "title": "Home", "widgets": []}"#, kind: "Screen")
        #expect(!misspelt.contains("class=\"foreign\""))
    }

    @Test func `templates that refer to each other are not expanded without end`() throws {
        let page = try PreviewSample.page(
            #"{"templates": {"a": {"type": "b", "items": [{"type": "a"}]}, "b": {"type": "a", "text": "x"}}, "card": {"type": "a"}}"#
        )
        #expect(page.contains("x</div>"))
    }
}
