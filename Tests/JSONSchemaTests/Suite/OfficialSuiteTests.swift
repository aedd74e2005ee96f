import Foundation
import JSONSchema
import Testing

/// The JSON-Schema-Test-Suite through the Bowtie harness.
struct OfficialSuiteTests {
    @Test(arguments: Draft.allCases)
    func `every required test of a draft passes`(_ draft: Draft) throws {
        guard let suite = Corpora.folder("json-schema-test-suite") else { return }
        var run = try SuiteRun(draft: draft, suite: suite, assertFormats: false)
        let folder = suite.appending(path: "tests/draft\(draft.rawValue)")
        for file in Corpora.files(in: folder) where !file.path.contains("/optional/") { try run.run(file) }
        #expect(run.passed > 600)
        #expect(run.misses == [])
    }
}
