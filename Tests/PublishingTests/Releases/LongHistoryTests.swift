import Foundation
import Publishing
import SchemaRepository
import TestSupport
import Testing

@Suite("Long histories") struct LongHistoryTests {
    @Test func `a rollback to the first release serves the same bytes after many later releases`() throws {
        let home = try Installation()
        try home.feature(titles: ["One", "Two", "Three"])
        let first = try home.publish(1, from: "9.0")
        let before = try #require(try home.answer("9.5"))
        let hash = try home.releases.rules(of: "home.offers").flatMap(\.editions).map(\.hash)
        let isLong = ProcessInfo.processInfo.environment["GALLEY_LONG_TESTS"] == "1"
        for number in 0..<(isLong ? 10_000 : 100) { try home.publish(2 + number % 2, from: "9.0") }

        let start = ContinuousClock.now
        let release = try Installation.released(
            home.releases.rollback(
                RollbackRequest(feature: "home.offers", toRelease: first.number, reason: "back"), by: .operator))
        print("rollback to the first release after \(release.number - 2) later ones: \(ContinuousClock.now - start)")

        #expect(try home.answer("9.5")?.text == before.text)
        // The entity tag is derived from the hash.
        #expect(try home.releases.rules(of: "home.offers").flatMap(\.editions).map(\.hash) == hash)
    }
}
