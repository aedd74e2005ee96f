import Foundation
import JSONSchema
import TestSupport
import Testing

/// The JSON-Schema-Test-Suite, run through the Bowtie harness.
@Suite(.enabled(if: Corpora.contain("json-schema-test-suite"), "../shared/corpora/json-schema-test-suite is missing"))
struct OfficialSuiteTests {
    @Test(arguments: Draft.allCases)
    func `every required test of a draft passes`(_ draft: Draft) throws {
        let suite = Corpora.directory.appending(path: "json-schema-test-suite")
        var run = try SuiteRun(draft: draft, suite: suite, assertFormats: false)
        let folder = suite.appending(path: "tests/draft\(draft.rawValue)")
        for file in Corpora.files(in: folder) where !file.path.contains("/optional/") { try run.run(file) }
        #expect(run.passed > 600)
        #expect(run.misses == [])
    }

    @Test(arguments: Draft.allCases)
    func `every optional test of a draft passes, except those of the content keywords`(_ draft: Draft) throws {
        let suite = Corpora.directory.appending(path: "json-schema-test-suite")
        let folder = suite.appending(path: "tests/draft\(draft.rawValue)/optional")
        var plain = try SuiteRun(draft: draft, suite: suite, assertFormats: false)
        var formats = try SuiteRun(draft: draft, suite: suite, assertFormats: true)
        for file in Corpora.files(in: folder) {
            if file.path.contains("/format/") { try formats.run(file) } else { try plain.run(file) }
        }
        // The content keywords are annotations from 2019-09 on; draft 7 lets an implementation choose to check them.
        let misses = (plain.misses + formats.misses).filter { !$0.hasPrefix("content.json: ") }
        #expect(misses == [])
        #expect(formats.passed > 200)
    }
}
