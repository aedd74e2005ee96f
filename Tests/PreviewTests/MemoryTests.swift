import Foundation
import JSONText
import Preview
import SchemaRepository
import Testing

/// Documents whose pages would be very large without limits, and one whose check would take very long.
@Suite("Pages much larger than their documents") struct MemoryTests {
    /// Returns the page of a form with one step, drawn within a memory budget in bytes; `isSpent` is true if the budget
    /// was used up.
    private func page(_ schema: String, memory: Int = 128 << 10) throws -> (html: String, isSpent: Bool) {
        let text = #"{"type": "Form", "steps": [{"jsonSchema": \#(schema)}]}"#
        let repository = try PreviewSample.repository.get()
        let checked = repository.check(Array(text.utf8), kind: repository.kind(named: "/forms/Form"))
        let work = WorkBudget(memory: memory)
        let page = try PreviewSample.renderer().page(
            for: checked, options: PreviewOptions(), nonce: "n0nce",
            frame: FrameURLs(formAction: "/preview/forms/x", page: "/preview/x?s=1"), sources: PreviewSample.sources,
            work: work)
        return (page.html, work.isSpent)
    }

    private func fields(_ count: Int, each schema: String) -> String {
        let names = (0..<count).map { ##""f\##($0)": {"$ref": "#/$defs/e"}"## }.joined(separator: ",")
        return #"{"type": "object", "$defs": {"e": \#(schema)}, "properties": {\#(names)}}"#
    }

    @Test func `choices beyond the memory budget are not drawn, and a note says that parts may be missing`() throws {
        let words = (0..<100).map { #""\#($0)\#(String(repeating: "x", count: 20))""# }.joined(separator: ",")
        let (html, isSpent) = try page(fields(20, each: #"{"enum": [\#(words)]}"#))
        #expect(isSpent && html.contains("Drawing took too long"))
        #expect(html.utf8.count < 1 << 20)
    }

    @Test func `a default that many fields share is not copied without end`() throws {
        let long = String(repeating: "d", count: 20_000)
        for schema in [#"{"type": "string", "default": "\#(long)"}"#, #"{"const": "\#(long)"}"#] {
            let (html, isSpent) = try page(fields(20, each: schema))
            #expect(isSpent && html.utf8.count < 1 << 20)
        }
    }

    @Test func `a page of long defaults is not larger than the memory of its request`() throws {
        let long = String(repeating: "d", count: 100_000)
        let (html, isSpent) = try page(fields(40, each: #"{"type": "string", "default": "\#(long)"}"#), memory: 2 << 20)
        #expect(isSpent && html.utf8.count < 2 << 20)
    }

    @Test func `a default of many small values is charged by its memory, not by the length of its text`() throws {
        let list = "[" + Array(repeating: "0", count: 4_000).joined(separator: ",") + "]"
        let (_, isSpent) = try page(fields(1, each: #"{"type": "array", "default": \#(list)}"#))
        #expect(isSpent)
    }

    @Test func `a field's long name is not repeated with each of its choices`() throws {
        let name = String(repeating: "й", count: 5_000)
        let choices = (0..<100).map(String.init).joined(separator: ",")
        let (html, isSpent) = try page(
            #"{"type": "object", "properties": {"\#(name)": {"enum": [\#(choices)]}}}"#, memory: 64 << 20)
        #expect(!isSpent && html.utf8.count < 400 << 10)
    }

    @Test func `a form of normal size is drawn completely`() throws {
        let cities = (0..<60).map { #""City \#($0)""# }.joined(separator: ",")
        let (html, isSpent) = try page(fields(5, each: #"{"enum": [\#(cities)]}"#), memory: 64 << 20)
        #expect(!isSpent && html.contains("City 59"))
    }

    @Test func `a long pointer is not repeated for every element below it`() throws {
        let name = String(repeating: "k", count: 20_000)
        let texts = Array(
            repeating: #"{"type": "TextView", "text": {"value": "x"}}"#, count: 100
        ).joined(separator: ",")
        let html = try PreviewSample.page(
            #"{"type": "Nope", "\#(name)": {"type": "StackView", "axis": "vertical", "elements": [\#(texts)]}}"#)
        #expect(html.utf8.count < 1 << 20)
    }

    @Test func `a type with very many combining marks names no entity and is checked quickly`() throws {
        let work = WorkBudget(steps: 100_000)
        let type = "e" + String(repeating: "\u{301}", count: 20_000)
        let document = try JSONDocument(parsing: #"{"type": "\#(type)"}"#)
        #expect(document.root["type"]?.word == nil && document.root["type"]?.string != nil)
        _ = try PreviewSample.repository.get().check(document.bytes, kind: nil, work: work)
    }
}
