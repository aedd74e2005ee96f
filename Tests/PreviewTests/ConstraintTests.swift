import DocumentKinds
import Foundation
import JSONText
import SchemaRepository
import Testing

@testable import Preview

@Suite struct ConstraintTests {
    /// Eight elements of 50 × 40 points, 5 points apart, in a rhombus.
    static func rhombus() throws -> [ConstrainedItem] {
        let url = PreviewSample.root.appending(path: "schemas/layouts/ConstraintWrapper/examples/rhombus.json")
        let document = try JSONDocument(parsing: Array(Data(contentsOf: url)))
        return try #require(ConstrainedItem.all(in: document.root, path: ""))
    }

    @Test(arguments: [false, true]) func `the rhombus has its exact positions in both text directions`(rtl: Bool) throws
    {
        let items = try Self.rhombus()
        let across = try #require(
            ConstraintSolver(items: items, axis: .horizontal, isRightToLeft: rtl)
                .solve(natural: Array(repeating: 64, count: 8), size: 358))
        let down = try #require(
            ConstraintSolver(items: items, axis: .vertical, isRightToLeft: rtl)
                .solve(natural: Array(repeating: 40, count: 8), size: nil))
        #expect(across.places.map(\.start) == [154, 209, 99, 264, 44, 209, 99, 154])
        #expect(across.places.allSatisfy { $0.size == 50 })
        #expect(down.places.map(\.start) == [5, 50, 50, 95, 95, 140, 140, 185])
        #expect(down.size == 225)
    }

    @Test func `leading constraints are mirrored for right-to-left text, left ones are not`() throws {
        let text = """
            {"elements": [{"tag": "a", "element": {}, "constraints": [{"type": "leading", "reference": "superview", "constant": 10},
              {"type": "width", "constant": 50}]},
             {"tag": "b", "element": {}, "constraints": [{"type": "leading", "reference": "a", "constant": 5}, {"type": "width", "constant": 20}]},
             {"tag": "c", "element": {}, "constraints": [{"type": "left", "reference": "superview", "constant": 10}, {"type": "width", "constant": 50}]}]}
            """
        let items = try #require(ConstrainedItem.all(in: JSONDocument(parsing: text).root, path: ""))
        let rtl = try #require(
            ConstraintSolver(items: items, axis: .horizontal, isRightToLeft: true)
                .solve(natural: [0, 0, 0], size: 300))
        #expect(rtl.places.map(\.start) == [240, 215, 10])
        let ltr = try #require(
            ConstraintSolver(items: items, axis: .horizontal, isRightToLeft: false)
                .solve(natural: [0, 0, 0], size: 300))
        #expect(ltr.places.map(\.start) == [10, 65, 10])
    }

    @Test func `canonically equivalent tags name different children`() throws {
        func items(_ reference: String) throws -> [ConstrainedItem]? {
            let text = #"""
                {"elements": [{"tag": "\u00e9", "element": {}, "constraints": []},
                 {"tag": "e\u0301", "element": {}, "constraints": []},
                 {"tag": "c", "element": {}, "constraints": [
                  {"type": "left", "reference": "\#(reference)", "constant": 1}]}]}
                """#
            return ConstrainedItem.all(in: try JSONDocument(parsing: text).root, path: "")
        }
        for (place, reference) in [#"\u00e9"#, #"e\u0301"#].enumerated() {
            #expect(try items(reference)?.last?.constraints.first?.reference == .sibling(place))
        }
    }

    @Test func `the wrapper is as large as its children need`() throws {
        let text = """
            {"elements": [{"tag": "a", "element": {}, "constraints": [{"type": "top", "reference": "superview", "constant": 8},
              {"type": "leading", "reference": "superview", "constant": 0}]},
             {"tag": "b", "element": {}, "constraints": [{"type": "top", "reference": "a", "constant": 4},
              {"type": "bottom", "reference": "superview", "constant": -8}, {"type": "leading", "reference": "superview", "constant": 0}]}]}
            """
        let items = try #require(ConstrainedItem.all(in: JSONDocument(parsing: text).root, path: ""))
        let down = try #require(
            ConstraintSolver(items: items, axis: .vertical, isRightToLeft: false).solve(natural: [30, 20], size: nil))
        #expect(down.size == 70)
        #expect(down.places.map(\.start) == [8, 42])
    }

    @Test func `elements whose constraints form a cycle are stacked`() throws {
        let text = """
            {"type": "ConstraintWrapper", "elements": [
             {"tag": "a", "element": {"type": "TextView", "text": {"value": "one"}}, "constraints": [{"type": "top", "reference": "b", "constant": 0}]},
             {"tag": "b", "element": {"type": "TextView", "text": {"value": "two"}}, "constraints": [{"type": "top", "reference": "a", "constant": 0}]}]}
            """
        let screen = PreviewSample.screen(try PreviewSample.page(text, kind: "ConstraintWrapper"))
        #expect(!screen.contains("class=\"constraints\""))
        #expect(screen.contains("one") && screen.contains("two"))
    }

    @Test func `children whose type is a union without a schema of its own are drawn by the template`() throws {
        let path = "layouts/ConstraintWrapper/schema.json"
        let old = #""$ref": "/elements/LayoutElement""#
        let new = #""oneOf": [{"$ref": "/components/TextView"}, {"$ref": "/components/ButtonView"}]"#
        let documents = try PreviewSample.repository.get().documents.map { document in
            guard document.path == path else { return document }
            let text = String(decoding: document.bytes, as: UTF8.self)
            #expect(text.contains(old))
            return RepositoryFile(path: path, bytes: Array(text.replacing(old, with: new).utf8))
        }
        let repository = try SchemaRepository(documents: documents)
        let renderer = try PreviewRenderer(repository: repository, templates: PreviewSample.path("Templates"))
        let text = """
            {"type": "ConstraintWrapper", "elements": [{"tag": "a", "element": {"type": "TextView", "text": {"value": "one"}},
             "constraints": [{"type": "top", "reference": "superview", "constant": 0}]}]}
            """
        let page = renderer.page(
            for: repository.check(Array(text.utf8), kind: repository.kind(named: "ConstraintWrapper")),
            options: PreviewOptions(), nonce: "n", frame: .none, sources: PreviewSample.sources)
        let screen = PreviewSample.screen(page.html)
        #expect(screen.contains(">one</div>"))
        #expect(!screen.contains("class=\"constraints\""))
    }
}
