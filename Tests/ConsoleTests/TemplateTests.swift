import Foundation
import MicroHTTP
import Mustache
import Testing

@testable import Console

@Suite("Templates", .englishTexts) struct TemplateTests {
    /// A sample of every page.
    static let samples: [any Page] = [
        SignInPage.sample, FeatureIndexPage.sample, NewFeaturePage.sample, FeaturePage.sample, EditorPage.sample,
        HistoryPage.sample, RevisionPage.sample, RevisionConflictPage.sample, ReleaseIndexPage.sample,
        PublishPage.sample,
        ReleaseConflictPage.sample, RollbackPage.sample, SwitchOffPage.sample, SchemaIndexPage.sample,
        SchemaPage.sample,
        MatrixPage.sample, PreviewLinkPage.sample, PreviewTemplatePage.sample, AccountIndexPage.sample,
        FillingIndexPage.sample, FillingPage.sample,
        ErrorPage.sample, SwitchOnPage.sample, AccountPage.sample, OwnAccountPage.sample, AuditIndexPage.sample,
        ClientIndexPage.sample, ClientPage.sample, ComparisonPage.sample, SchemaReleaseIndexPage.sample,
        SchemaReleasePage.sample, SearchPage.sample, FeatureSettingsPage.sample,
        ReviewIndexPage.sample, ReviewPage.sample, ScheduleIndexPage.sample, RolloutIndexPage.sample,
        WideRollbackPage.sample, RemovalPage.sample, RolloutStopPage.sample,
        LinksPage.sample, SystemPage.sample, WebhooksPage.sample,
    ]

    static let directory = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Templates").path

    let sources: [String: String]

    init() throws {
        let references = TextReferences(texts: try TextFiles(folder: Self.directory + "/texts").english)
        sources = try PageRenderer.sources(in: Self.directory).reduce(into: [:]) { sources, source in
            sources[source.name] = try references.placed(in: source.text, named: source.name)
        }
    }

    @Test func `templates use only names that their pages have`() {
        for sample in Self.samples {
            #expect(TemplateCheck(sources: sources).problems(in: type(of: sample).template, for: sample) == [])
        }
        #expect(TemplateCheck(sources: sources).problems(in: LiveRules.template, for: LiveRules.sample) == [])
    }

    @Test func `the check of templates reports unknown names, missing partials and unescaped values`() {
        let broken = TemplateCheck(sources: [
            "a": "{{name}} {{nme}} {{#problem}}{{.}}{{/problem}} {{> b}} {{{name}}} {{&name}}"
        ])

        #expect(
            broken.problems(in: "a", for: SignInPage.sample) == [
                "a: nothing is called nme", "there is no template b", "a: {{{name}} is not escaped",
                "a: {{&name}} is not escaped",
            ])
    }

    @Test func `every template is the layout, belongs to a page or is in the folder parts`() {
        let pages = Set(Self.samples.map { type(of: $0).template })

        #expect(sources.keys.filter { $0 != "layout" && !$0.hasPrefix("parts/") && !pages.contains($0) } == [])
        #expect(pages.count == Self.samples.count)
    }

    @Test func `types with their own lookup of names return the values of all their properties`() {
        var seen: Set<String> = []
        var values = Self.samples.map { $0 as Any } + [LiveRules.sample]
        while let value = values.popLast() {
            for child in Mirror(reflecting: value).children {
                let mirror = Mirror(reflecting: child.value)
                let isOptional = mirror.displayStyle == .optional
                let held: Any? = if isOptional { mirror.children.first?.value } else { child.value }
                if let held { values.append(held) }
                guard let name = child.label, let parent = value as? any MustacheParent else { continue }
                seen.insert("\(type(of: value)).\(name)")
                let answer = parent.child(named: name).map { String(describing: $0) }
                #expect(
                    answer == held.map { String(describing: $0) },
                    "\(type(of: value)) returns another value for \(name)")
            }
        }
        #expect(seen.contains("TimeLabel.relative"))
    }

    @Test func `every page is rendered, and its forms, except for signing in, have the CSRF token`() throws {
        let renderer = try PageRenderer(templates: Self.directory)

        for sample in Self.samples {
            let html = String(decoding: try renderer.render(sample).body, as: UTF8.self)

            #expect(html.contains("</html>"))
            #expect(!html.contains("{{"))
            for form in html.matches(of: /<form[^>]*method="post"[^>]*>(?:(?!<\/form>).)*/.dotMatchesNewlines())
            where !form.0.contains("action=\"/sessions\"") {
                #expect(form.0.contains("name=\"csrf\" value=\"token\""), "\(type(of: sample).template)")
            }
        }
    }

    @Test func `no page has inline scripts or styles`() throws {
        let renderer = try PageRenderer(templates: Self.directory)

        for sample in Self.samples {
            let html = String(decoding: try renderer.render(sample).body, as: UTF8.self)

            #expect(html.firstMatch(of: /\s(style|on\w+)=/) == nil)
            #expect(html.firstMatch(of: /<style|<script(?![^>]* src=)/) == nil)
        }
    }

    @Test(arguments: [
        ("<script>", "&lt;script&gt;"), ("\u{600}<script>", "\u{600}&lt;script&gt;"),
        ("\"\u{301} onclick=\"x", "&quot;\u{301} onclick=&quot;x"), ("'\u{200D}&", "&#39;\u{200D}&amp;"),
        ("a\r\nb\0", "a&#13;\nb\u{FFFD}"),
    ])
    func `text is escaped by Unicode scalars, also next to combining characters`(text: String, escaped: String) throws {
        let renderer = try PageRenderer(templates: Self.directory)
        var page = SignInPage.sample
        page.problem = text

        #expect(String(decoding: try renderer.render(page).body, as: UTF8.self).contains("<p>\(escaped)</p>"))
    }

    @Test func `a text area keeps the white space of its text`() throws {
        let renderer = try PageRenderer(templates: Self.directory)
        var page = EditorPage.sample
        page.text = "\n  {\n    \"a\": 1\n  }\n"

        let html = String(decoding: try renderer.render(page).body, as: UTF8.self)

        #expect(html.contains(">\n\n  {\n    &quot;a&quot;: 1\n  }\n</textarea>"))
    }
}
