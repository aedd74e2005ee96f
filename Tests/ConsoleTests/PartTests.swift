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
        (100_000, "a day ago"), (864_000, "10 days ago"), (8_640_000, "2026-06-13"),
        // Times in the future, such as planned ones, or those of a machine whose clock is ahead.
        (-4, "just now"), (-6, "in a moment"), (-50, "in a moment"), (-600, "in 10 minutes"), (-10_800, "in 3 hours"),
        (-864_000, "in 10 days"),
    ])
    func `times are shown relative to now`(seconds: Int, words: String) {
        let now = Date(timeIntervalSince1970: 1_790_000_000)

        #expect(TimeLabel(now - Double(seconds), now: now).relative == words)
    }

    @Test func `the machine-readable time is exact, and the shown one is in whole seconds`() {
        let when = TimeLabel(Date(timeIntervalSince1970: 1_790_000_000.123_456), now: TimeLabel.sampleDate)
        #expect(when.iso == "2026-09-21T14:13:20.123456Z" && when.exact == "2026-09-21 14:13:20 UTC")
        #expect(
            when.element.html.contains("datetime=\"2026-09-21T14:13:20.123456Z\" title=\"2026-09-21 14:13:20 UTC\""))
    }

    @Test(arguments: [
        ("2026-11-24T08:00", "2026-11-24T08:00"), ("2026-11-24T08:00:05Z", "2026-11-24T08:00:05"),
        ("2026-11-24T08:00:05.123456Z", "2026-11-24T08:00:05.124"),
        ("2026-11-24T08:00:05.1", "2026-11-24T08:00:05.100"),
        ("2026-11-24T07:59:59.9999", "2026-11-24T08:00"), ("soon", "soon"),
    ])
    func `a form field rounds a time up to whole milliseconds`(text: String, value: String) {
        #expect(FormTime.field(text) == value)
    }

    @Test(arguments: [1, 2, 7, 40])
    func `the bars of each platform fill all columns of a version map`(count: Int) throws {
        let starts = try (1..<count).map { try ClientVersion("\($0).0") }
        let rules = starts.enumerated().map { index, start in
            let edition = Edition(
                from: start, until: nil, hash: "h\(index)", size: 10, schemaRelease: 1, release: index + 1)
            return Rule(
                platform: "ios", from: start, until: nil, percent: .everyone, revision: index + 1, editions: [edition])
        }
        let map = VersionMap(
            LiveTable(rules: rules), feature: "home.offers",
            platforms: [Platform(name: "ios", title: "iOS"), Platform(name: "web", title: "Web")], caption: "Now")

        // The first column is that of the versions below the first rule.
        #expect(map.columns == ["0"] + starts.map(\.text))
        #expect(map.rows.map { $0.segments.map(\.span) } == [Array(repeating: 1, count: count), [count]])
    }

    @Test func `a listing keeps the direction of each text between quotation marks`() {
        let listing = Listing(#"  "_": "سال \"ساخت\" نادرست","#, caption: "Text")

        #expect(
            listing.html.html.contains(
                """
                <td>  &quot;_&quot;: &quot;<bdi>سال \\&quot;ساخت\\&quot; نادرست</bdi>&quot;,</td>
                """))
        #expect(!Listing("plain \"text\"", caption: "Text").html.html.contains("<bdi>"))
    }

    @Test(arguments: [
        ("pay \u{202E}001\u{202C} euro", "pay [U+202E]001[U+202C] euro"), ("a\u{200B}\u{AD}b", "a[U+200B U+00AD]b"),
        ("\u{FEFF}\u{200E}\u{200F}\u{061C}\u{2066}\u{2069}", "[U+FEFF U+200E U+200F U+061C +2]"),
        ("a\u{7}\tb\u{9B}", "a[U+0007]\tb[U+009B]"), ("zero\u{200C}width", "zero[U+200C]width"),
        // Joiners between letters and emoji that need them are not marked.
        ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("क्\u{200D}ष", "क्\u{200D}ष"), ("👩\u{200D}👧", "👩\u{200D}👧"),
        ("❤\u{FE0F}\u{200D}🔥", "❤\u{FE0F}\u{200D}🔥"),
        // After a letter of a joining script, such as Arabic, one joiner is also allowed at the end of a word.
        ("می\u{200C} و", "می\u{200C} و"), ("क्\u{200D}", "क्\u{200D}"), ("می\u{200C}\u{200C}", "می\u{200C}[U+200C]"),
        ("\u{200D}ب", "[U+200D]ب"), ("👩\u{200D}", "👩[U+200D]"),
        ("a\u{3164}\u{115F}b", "a[U+3164 U+115F]b"),
        ("a\u{1160}\u{180E}\u{34F}\u{2800}", "a[U+1160 U+180E U+034F U+2800]"),
        // Tag characters are allowed only in flags.
        ("pay\u{E0041}\u{E007F}", "pay[U+E0041 U+E007F]"),
        (
            "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}\u{E0041}",
            "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}[U+E0041]"
        ),
        ("🏴\u{E0001}\u{E0067}", "🏴[U+E0001 U+E0067]"),
        // Variation selectors are allowed after ideographs, digits and symbols, but not after Latin letters.
        ("a\u{FE0F}b ы\u{E0100}\u{FE00}", "a[U+FE0F]b ы[U+E0100 U+FE00]"), ("葛\u{E0100}", "葛\u{E0100}"),
        ("1\u{FE0F}\u{20E3} ☎\u{FE0E} ℹ\u{FE0F}", "1\u{FE0F}\u{20E3} ☎\u{FE0E} ℹ\u{FE0F}"),
        ("Ё €30 \u{A0}“é”", "Ё €30 \u{A0}“é”"),
    ])
    func `characters that are invisible or reorder text are marked`(text: String, shown: String) {
        let html = HiddenCharacters.html(text)

        let marks = /<span class="hidden-character" data-code="([^"]*)">([^<]*)<\/span>/
            .matchingSemantics(.unicodeScalar)
        let tags = /<[^>]*>/.matchingSemantics(.unicodeScalar)
        #expect(html.replacing(marks) { "[\($0.1)]" }.unicodeScalars.elementsEqual(shown.unicodeScalars))
        // Without the tags, which copying omits, the characters are the same.
        #expect(html.replacing(tags, with: "").unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test func `a listing and differences mark invisible characters`() throws {
        let old = try JSONDocument(parsing: Array("{\"a\": \"pay 100 euro\"}".utf8))
        let new = try JSONDocument(parsing: Array("{\"a\": \"pay \u{202E}001\u{202C} euro\"}".utf8))
        let mark = "<span class=\"hidden-character\" data-code=\"U+202E\">\u{202E}</span>001"

        let listing = Listing(String(decoding: new.bytes, as: UTF8.self), caption: "Text")
        #expect(listing.html.html.contains("<bdi>pay \(mark)"))
        let row = try #require(
            Differences(JSONDiff(from: old.root, to: new.root, by: .writing).changes, from: old, to: new).rows.first)
        #expect(row.old?.html == "&quot;pay 100 euro&quot;")
        #expect(row.new?.html.contains("pay \(mark)") == true)
        #expect(TextComparison(from: old.bytes, to: new.bytes, caption: "Text").html.html.contains("U+202E"))
    }

    @Test func `a listing escapes its text and marks lines with problems`() {
        let listing = Listing("<b>\n&", caption: "Text", anchor: "e\"", marked: [2])

        #expect(
            listing.html.html == """
                <tr id="e&quot;1"><th scope="row"><a href="#e&quot;1">1</a></th><td>&lt;b&gt;</td></tr>
                <tr id="e&quot;2" class="marked"><th scope="row"><a href="#e&quot;2">2</a></th><td>&amp;</td></tr>
                """)
        #expect(listing.lineCount == 2)
    }

    @Test(arguments: [
        ("", ""), ("/title", "/title"), ("/a/0/b", "/a/<wbr>0/<wbr>b"), ("/a//<", "/a/<wbr>/<wbr>&lt;"),
        ("/a/\u{200B}", "/a/<wbr><span class=\"hidden-character\" data-code=\"U+200B\">\u{200B}</span>"),
        ("/سلام/دنیا/é", "/<bdi>سلام</bdi>/<wbr><bdi>دنیا</bdi>/<wbr>é"),
    ])
    func `a line may break between the names in a pointer`(pointer: String, html: String) {
        #expect(Markup(pointer: pointer).html == html)
    }

    @Test func `a listing groups its lines`() {
        let lines = Array(repeating: "1,", count: 2 * Listing.groupLength + 1)

        let listing = Listing(lines.joined(separator: "\n"), caption: "Text")

        let groups = listing.html.html.components(separatedBy: "\n</tbody><tbody>\n")
        #expect(
            groups.map { $0.split(separator: "\n").count } == [Listing.groupLength, Listing.groupLength, 1])
        #expect(listing.digits == 3)
    }

    @Test func `a version map's bars fill its columns`() {
        for row in VersionMap.sample.rows {
            #expect(row.segments.map(\.span).reduce(0, +) == VersionMap.sample.columns.count)
        }
    }

    @Test func `changes list each range of versions whose clients get something else than before`() throws {
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

    @Test func `a fix for a string inserts a quoted and escaped string`() throws {
        let text = Array(#"{"a": "textPrimry"}"#.utf8)
        let lines = LineTable(text)
        let diagnostic = Diagnostic(
            severity: .error, code: "schema.enum", message: "", pointer: JSONPointer(), range: lines.range(6..<18),
            suggestion: "say \"hi\"")

        let fix = try #require(Findings.Fix(diagnostic, in: text, action: "/"))

        #expect(fix.replacement == #""say \"hi\"""#)
        #expect(Findings.Fix.apply(fix.command, to: text) == Array(#"{"a": "say \"hi\""}"#.utf8))
    }

    @Test func `there is no editor component if its files are missing`() {
        #expect(EditorComponent(in: "/nowhere") == nil)
    }
}
