import Foundation
import JSONText
import Preview
import Publishing
import SchemaRepository
import Testing

@testable import Console

@Suite("Parts of pages", .englishTexts) struct PartTests {
    @Test(arguments: [
        (0, "just now"), (60, "a minute ago"), (600, "10 minutes ago"), (4_000, "an hour ago"), (7_200, "2 hours ago"),
        (100_000, "yesterday"), (864_000, "10 days ago"), (8_640_000, "2026-06-13"),
        // The clocks of two machines may differ.
        (-30, "just now"), (-50, "in a moment"), (-600, "in 10 minutes"), (-10_800, "in 3 hours"),
        (-864_000, "in 10 days"),
    ])
    func `times are written as people write them`(seconds: Int, words: String) {
        let now = Date(timeIntervalSince1970: 1_790_000_000)

        #expect(When(now - Double(seconds), now: now).relative == words)
    }

    @Test func `a listing keeps the direction of each text between quotation marks`() {
        let listing = Listing(#"  "_": "سال \"ساخت\" نادرست","#, caption: "Text")

        #expect(
            listing.html.html.contains(
                """
                <td>  &quot;<bdi>_</bdi>&quot;: &quot;<bdi>سال \\&quot;ساخت\\&quot; نادرست</bdi>&quot;,</td>
                """))
        #expect(!Listing("plain \"text\"", caption: "Text").html.html.contains("<bdi>"))
    }

    @Test func `a listing escapes what it shows, and marks the lines with a problem`() {
        let listing = Listing("<b>\n&", caption: "Text", anchor: "e\"", marked: [2])

        #expect(
            listing.html.html == """
                <tr id="e&quot;1"><th scope="row"><a href="#e&quot;1">1</a></th><td>&lt;b&gt;</td></tr>
                <tr id="e&quot;2" class="marked"><th scope="row"><a href="#e&quot;2">2</a></th><td>&amp;</td></tr>
                """)
        #expect(listing.lineCount == 2)
    }

    @Test func `a version map's bars fill its columns`() {
        for row in VersionMap.sample.rows {
            #expect(row.segments.map(\.span).reduce(0, +) == VersionMap.sample.columns.count)
        }
    }

    @Test func `changes name each range that gets something else`() throws {
        var after = LiveTable.sample
        after.switchedOff = []
        after.rules.removeFirst()

        let changes = Change.between(
            .sample, after, platforms: [Platform(name: "ios", title: "iOS"), Platform(name: "web", title: "Web")])

        #expect(
            changes.map { "\($0.platform) \($0.range) \($0.before) > \($0.after)" } == [
                "iOS 6.0 →  revision 2 > nothing (404)", "Web 0 →  switched off (410) > nothing (404)",
            ])
    }

    @Test func `a fix for a string is quoted`() throws {
        let text = Array(#"{"a": "textPrimry"}"#.utf8)
        let lines = LineTable(text)
        let diagnostic = Diagnostic(
            severity: .error, code: "schema.enum", message: "", pointer: JSONPointer(), range: lines.range(6..<18),
            suggestion: "say \"hi\"")

        let fix = try #require(Findings.Fix(diagnostic, in: text, action: "/"))

        #expect(fix.replacement == #""say \"hi\"""#)
        #expect(Findings.Fix.apply(fix.command, to: text) == Array(#"{"a": "say \"hi\""}"#.utf8))
    }

    @Test func `the editor component is used only when all its files are there`() {
        #expect(EditorComponent(in: "/nowhere") == nil)
    }
}
