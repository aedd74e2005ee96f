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
}
