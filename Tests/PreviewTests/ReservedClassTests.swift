import DocumentKinds
import Foundation
import JSONText
import SchemaRepository
import Testing

@testable import Preview

/// Class names that both a repository's template and the page use.
@Suite struct ReservedClassTests {
    private let reserved = ReservedClasses(
        styles: [".bar { x: y } /* .remark */ .tools > .kind-atom.is-on:has(.arrow) { margin: .5em }"],
        bodies: ["<div class=\"phone head {{#x}}is-open{{/x}} tab-{{kind}}\">"])

    @Test func `a reserved class is written with a prefix, in the body and in the style`() {
        #expect(
            reserved.isolated(style: ".RatingView .bar, .star.is-on { inset: .5em } .tools > .remark {}")
                == ".RatingView .own-bar, .star.own-is-on { inset: .5em } .own-tools > .remark {}")
        #expect(
            reserved.isolated(body: "<p class=\"bar star\"><i class='head {{#a}}is-on{{/a}} bar-{{b}} is-open'>bar</i>")
                == "<p class=\"own-bar star\"><i class='own-head {{#a}}own-is-on{{/a}} bar-{{b}} own-is-open'>bar</i>")
        #expect(reserved.own("arrow") == "own-arrow" && reserved.own("remark") == "remark")
        // The page and templates share the classes kind-…, and `tab-{{kind}}` is not the class `tab`.
        #expect(reserved.own("kind-atom") == "kind-atom" && reserved.own("tab") == "tab")
    }

    @Test func `the guide to templates lists the page's classes that templates may use, and no others`() throws {
        let text = try String(contentsOfFile: PreviewSample.path("Templates/preview/README.md"), encoding: .utf8)
        let list =
            text.components(separatedBy: "Templates may use the page's classes").last?
            .components(separatedBy: "\n\n").first ?? ""
        #expect(Set(list.matches(of: /`([a-z-]+)`/).map { String($0.1) }) == ReservedClasses.shared)
    }

    @Test func `the styles of a component and of the page do not affect each other`() throws {
        let template =
            "<style>.bar .toolbar, .bar .fields { color: red }</style><i class=\"toolbar fields {{#a}}head{{/a}}\">x</i>"
        let schema = """
            {"$id": "/bar", "x-kind": "component", "x-name": "bar", "description": "A bar.", "type": "object",
             "properties": {"type": {"const": "bar", "description": "Names it."}}}
            """
        let documents = [
            RepositoryFile(path: "bar/schema.json", bytes: Array(schema.utf8)),
            RepositoryFile(path: "bar/preview.mustache", bytes: Array(template.utf8)),
        ]
        let repository = try SchemaRepository(documents: documents)
        let renderer = try PreviewRenderer(repository: repository, templates: PreviewSample.path("Templates"))
        let page = renderer.page(
            for: repository.check(Array(#"{"type": "bar"}"#.utf8), kind: nil), options: PreviewOptions(), nonce: "n",
            frame: .none, sources: PreviewSample.sources
        ).html
        #expect(PreviewSample.screen(page).contains("<div class=\"element own-bar kind-component\""))
        #expect(PreviewSample.screen(page).contains("<i class=\"toolbar own-fields "))
        #expect(page.contains(".own-bar .toolbar, .own-bar .own-fields { color: red }"))
    }
}
