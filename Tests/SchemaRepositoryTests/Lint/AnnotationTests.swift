import Foundation
import JSONSchema
import TestSupport
import Testing

@Suite("Annotations") struct AnnotationTests {
    @Test func `the README of the schemas has a row for every annotation, and no other rows`() throws {
        let text = try String(contentsOfFile: PackageRoot.path + "/schemas/README.md", encoding: .utf8)
        let rows = text.split(separator: "\n").compactMap { line in
            line.prefixMatch(of: /\| `(x-[a-z0-9-]+)` \|/).map { String($0.1) }
        }
        #expect(rows.sorted() == Annotation.keywords.sorted())
    }
}
