import Foundation
import PostgreSQL
import Publishing
import TestSupport
import Testing

@Suite("Failures that apps report") struct RenderFailureTests {
    private func report(
        _ revision: Int = 1, _ pointer: String = "/widgets/0", _ reason: String = "unknown type",
        version: String = "5.3.1"
    ) -> FailureReport {
        FailureReport(
            feature: "home", revision: revision, platform: "ios", clientVersion: version, pointer: pointer,
            reason: reason)
    }

    @Test func `reports are counted by revision, pointer and reason, and ignored for missing revisions`() throws {
        let installation = try Installation()
        _ = try installation.stores.features.create(name: "home", kind: "Screen", by: .operator)
        let text = #"{"type": "Screen", "widgets": []}"#
        _ = try installation.stores.revisions.save(feature: "home", bytes: Array(text.utf8), by: .operator)
        let failures = installation.stores.renderFailures
        let phone = FailureReporter(address: "192.0.2.1")
        for version in ["5.3.1", "5.3.2"] { #expect(try failures.count(report(version: version), by: phone)) }
        #expect(try failures.count(report(1, ""), by: phone))
        #expect(try !failures.count(report(2), by: phone))
        let found = try failures.failures(of: "home", limit: 10)
        #expect(found.map(\.pointer) == ["/widgets/0", ""] && found.map(\.count) == [2, 1])
        #expect(found.first?.clientVersion == "5.3.2" && found.first?.reason == "unknown type")
        for number in 0..<150 { #expect(try failures.count(report(1, "/\(number)"), by: phone)) }
        #expect(try failures.failures(of: "home", limit: 1_000).count == RenderFailureStore.maximumFailures)
        #expect(try failures.count(report(), by: phone))
        #expect(try failures.failures(of: "home", limit: 1).first?.count == 3)
    }

    @Test func `a new failure replaces the rarest one if a revision has the maximum of different failures`() throws {
        let installation = try Installation()
        _ = try installation.stores.features.create(name: "home", kind: "Screen", by: .operator)
        for title in ["One", "Two"] {
            let text = #"{"type": "Screen", "title": "\#(title)", "widgets": []}"#
            _ = try installation.stores.revisions.save(feature: "home", bytes: Array(text.utf8), by: .operator)
        }
        let failures = installation.stores.renderFailures
        let phone = FailureReporter(address: "192.0.2.1")
        #expect(try failures.count(report(2), by: phone))
        func forge(_ numbers: Range<Int>) throws {
            for number in numbers {
                #expect(try failures.count(report(1, "", "forged \(number)", version: "5.0"), by: phone))
            }
        }
        func counts() throws -> [String: Int] {
            let stored = try failures.failures(of: "home", limit: 1_000).filter { $0.revision == 1 }
            return Dictionary(uniqueKeysWithValues: stored.map { ($0.reason, $0.count) })
        }
        try forge(0..<RenderFailureStore.maximumFailures)
        for _ in 0..<3 { #expect(try failures.count(report(1, "", "real"), by: phone)) }
        let first = try counts()
        #expect(first["real"] == 3 && first["forged 0"] == nil && first["forged 1"] == 1)

        try forge(200..<350)
        #expect(try failures.count(report(1, "", "another"), by: phone))
        let stored = try counts()
        #expect(stored.count == RenderFailureStore.maximumFailures)
        #expect(stored["real"] == 3 && stored["another"] == 1 && stored["forged 349"] == 1)
        // Each revision has failures of its own.
        #expect(try failures.failures(of: "home", limit: 1).map(\.revision) == [2])
    }
}
