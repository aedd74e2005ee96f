import Foundation
import JSONSchema
import Testing

/// Real documents with one introduced fault, which should give one message at its position.
struct SingleFaultTests {
    /// True for all faults of all documents; otherwise each fault of every fourth document.
    static let isLong = ProcessInfo.processInfo.environment["GALLEY_LONG_TESTS"] == "1"

    @Test func `the first message is at the fault, with few others`() throws {
        guard let corpus = try DocumentCorpus() else { return }
        let report = try SingleFaultReport(of: corpus, step: Self.isLong ? 1 : 4)
        #expect(report.count > (Self.isLong ? 3_871 : 900))
        #expect(report.elsewhere.count * 1_000 <= report.count * 5, "\(report.elsewhere.joined(separator: "\n"))")
        #expect(report.many.count * 10_000 <= report.count * 5, "\(report.many.joined(separator: "\n"))")
    }
}
