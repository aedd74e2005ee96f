import DocumentKinds
import Foundation
import JSONText
import Preview
import SchemaRepository
import Testing

/// Values that schemas allow but the preview cannot draw.
@Suite struct DrawableKindsLintTests {
    private func undrawn(_ path: String, _ old: String, _ new: String) throws -> [FileDiagnostic] {
        let documents = try PreviewSample.repository.get().documents.map { document in
            guard document.path == path else { return document }
            let text = String(decoding: document.bytes, as: UTF8.self)
            #expect(text.contains(old), "\(path) has no \(old)")
            return RepositoryFile(path: path, bytes: Array(text.replacing(old, with: new, maxReplacements: 1).utf8))
        }
        let repository = try SchemaRepository(documents: documents)
        let renderer = try PreviewRenderer(repository: repository, templates: PreviewSample.path("Templates"))
        return DrawableKindsLint(of: repository, renderer: renderer).undrawn(except: [])
    }

    @Test func `everything that the starter repository allows is drawn`() throws {
        let repository = try PreviewSample.repository.get()
        let found = DrawableKindsLint(of: repository, renderer: try PreviewSample.renderer()).undrawn(except: [])
        #expect(found.isEmpty, "\(found.map(\.description))")
    }

    @Test(arguments: [
        ("option-sheets/OptionSheet/schema.json", #""const": "tag""#, #""const": "rating""#, "accessory"),
        ("option-sheets/OptionSheet/schema.json", #""const": "custom""#, #""const": "hero""#, "cell style"),
        ("questionnaires/Questionnaire/schema.json", #""const": "lookup""#, #""const": "signature""#, "cell"),
        ("modules/ModuleFlow/schema.json", #""const": "curtain""#, #""const": "drawer""#, "transition"),
        ("enums/FormWidget.json", #""textarea""#, #""slider""#, "widget"),
        ("enums/FormWidget.json", #""textarea""#, #""group""#, "widget"),
        ("enums/ConstraintType.json", #""enum": ["top""#, #""enum": ["top", "baseline""#, "constraint type"),
    ])
    func `a kind that the preview cannot draw is reported with its line`(
        _ path: String, _ old: String, _ new: String, _ noun: String
    ) throws {
        let found = try undrawn(path, old, new)
        let word = try #require(new.split(separator: "\"").last)
        #expect(found.map(\.file) == [path], "\(found.map(\.description))")
        #expect(found.first?.diagnostic.message == "The preview cannot draw the \(noun) `\(word)`")
        #expect(found.first?.diagnostic.range?.start.line ?? 0 > 1)
    }

    @Test(arguments: [
        ("Alignment", #""enum": ["fill""#, #""enum": ["fill", "justified""#, "alignment"),
        ("Distribution", #""enum": ["fill""#, #""enum": ["fill", "justified""#, "distribution"),
        ("Axis", #""enum": ["vertical""#, #""enum": ["vertical", "justified""#, "axis"),
    ])
    func `an enum value without a token or a rule in the template is reported with its line`(
        _ name: String, _ old: String, _ new: String, _ property: String
    ) throws {
        let found = try undrawn("enums/\(name).json", old, new)
        #expect(found.map(\.file) == ["enums/\(name).json"], "\(found.map(\.description))")
        #expect(
            found.first?.diagnostic.message
                == "The preview cannot draw the value `justified` of `\(property)`: the template of `StackView` has no "
                + "rule for `.\(property)-justified`")
        #expect(found.first?.diagnostic.range?.start.line ?? 0 > 1)
    }

    @Test func `an enum value whose rule is removed from the template is reported`() throws {
        let template = "layouts/StackView/preview.mustache"
        let found = try undrawn(template, ".StackView.distribution-equalCentering {", ".StackView.distribution-even {")
        #expect(found.map(\.file) == ["enums/Distribution.json"], "\(found.map(\.description))")
        #expect(found.first?.diagnostic.message.contains("`equalCentering`") == true)
    }

    @Test func `an enum value without a rule in the template needs a token`() throws {
        let (former, sizes) = (#""xxl"],"#, #""xxl", "xs"],"#)
        let found = try undrawn("enums/ButtonSize.json", former, sizes)
        #expect(found.map(\.file) == ["enums/ButtonSize.json"])
        #expect(found.first?.diagnostic.message.contains("`xs`") == true)

        let withToken = sizes + #" "x-enum": {"xs": {"token": {"px": 24}},"#
        #expect(try undrawn("enums/ButtonSize.json", former + "\n  \"x-enum\": {", withToken).isEmpty)
    }

    @Test(arguments: ["tel", "updown", "range", "integer", "checkboxes", "toggle", "uri"])
    func `an alternative spelling of a widget is drawn`(_ word: String) throws {
        let found = try undrawn("enums/FormWidget.json", #""textarea""#, "\"\(word)\"")
        #expect(found.isEmpty, "\(found.map(\.description))")
    }

    @Test func `a widget without a template is reported, even without an example`() throws {
        let schema = #"""
            {"$id": "/widgets/Carousel", "x-kind": "widget", "x-name": "Carousel", "description": "Turns.",
             "type": "object", "properties": {"type": {"const": "Carousel", "description": "Names it."}}}
            """#
        let documents =
            try PreviewSample.repository.get().documents
            + [RepositoryFile(path: "widgets/Carousel.json", bytes: Array(schema.utf8))]
        let repository = try SchemaRepository(documents: documents)
        let renderer = try PreviewRenderer(repository: repository, templates: PreviewSample.path("Templates"))
        let found = DrawableKindsLint(of: repository, renderer: renderer)
        #expect(found.undrawn(except: []).map(\.diagnostic.pointer.description) == ["/x-kind"])
        #expect(found.undrawn(except: ["Carousel"]).isEmpty)
    }
}
