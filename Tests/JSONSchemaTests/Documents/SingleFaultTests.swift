import Foundation
import JSONSchema
import TestSupport
import Testing

/// Real documents with one introduced fault, which should give one message at its position.
struct SingleFaultTests {
    /// True to check all documents; otherwise only every fourth one is checked.
    static let isLong = ProcessInfo.processInfo.environment["GALLEY_LONG_TESTS"] == "1"

    @Test(.enabled(if: Corpora.contain("documents"), "../shared/corpora/documents is missing"))
    func `nearly every first message is at the fault, and few other messages follow`() throws {
        let corpus = try DocumentCorpus()
        let report = try SingleFaultReport(of: corpus, step: Self.isLong ? 1 : 4)
        #expect(report.count > (Self.isLong ? 3_871 : 900))
        #expect(report.elsewhere.count * 1_000 <= report.count * 5, "\(report.elsewhere.joined(separator: "\n"))")
        #expect(report.many.count * 10_000 <= report.count * 5, "\(report.many.joined(separator: "\n"))")
    }
}
