import JSONText
import Publishing
import SchemaRepository
import Testing

/// The stored report on registered builds, which background work updates for the page *What needs you*.
@Suite("The stored report on registered builds") struct LatestReportTests {
    private let home: Installation
    private var clients: ClientStore { home.stores.clients }

    init() throws {
        home = try Installation()
        try home.feature("a.plain")
        try home.publish(1, from: "1.0", of: "a.plain")
        try home.feature("b.badge", titles: ["One"])
        try home.save(Installation.screen("Two", ", \"badge\": \"new\""), to: "b.badge")
        try home.publish(2, from: "6.0", of: "b.badge")
    }

    @Test func `a registration or a release makes the report stale until background work has compared again`() throws {
        #expect(try clients.latestReport().report?.clients == [])
        #expect(try clients.latestReport().isCurrent)
        try register("6.2.0", ["type", "title"])
        #expect(try clients.latestReport().isCurrent == false)
        #expect(try clients.latestReport().report == nil)

        try compare()
        #expect(try refused() == ["b.badge r2 6.2.0"])
        #expect(try clients.latestReport().isCurrent)

        try home.publish(1, from: "6.0", of: "b.badge")
        #expect(try clients.latestReport().isCurrent == false)
        #expect(try clients.latestReport().release == 2)
        #expect(try refused() == ["b.badge r2 6.2.0"])
        try compare()
        #expect(try refused() == [])

        // A rollback to an edition that a build cannot decode is not refused.
        let back = RollbackRequest(feature: "b.badge", toRelease: 2, reason: "Back")
        _ = try Installation.released(home.releases.rollback(back, by: .operator))
        try compare()
        #expect(try refused() == ["b.badge r2 6.2.0"])
        #expect(try clients.latestReport().isCurrent)
        #expect(try clients.latestReport().release == 4)
    }

    @Test func `only features with a new release are compared again, and obsolete findings are removed`() throws {
        try register("6.2.0", ["type", "title"])
        try compare()
        try home.publish(1, from: "6.0", of: "b.badge")
        // The first batch compares the feature of the release, the second has nothing to compare.
        #expect(try clients.advanceReport(work: .patient))
        #expect(try !clients.advanceReport(work: .patient))
        #expect(try refused() == [])
        #expect(try !clients.advanceReport(work: .patient))
    }

    @Test func `after a registration or a withdrawal all live features are compared again`() throws {
        try register("6.2.0", ["type", "title"])
        try compare()
        try register("6.3.0", ["type"])
        try compare()
        #expect(
            try refused() == ["a.plain r1 6.3.0", "b.badge r2 6.3.0", "b.badge r2 6.2.0"].sorted())
        _ = try clients.withdraw(platform: "ios", version: try ClientVersion("6.2.0"), by: .operator)
        try compare()
        #expect(try refused() == ["a.plain r1 6.3.0", "b.badge r2 6.3.0"])
    }

    @Test func `a report that the work budget cuts short is incomplete and not stored`() throws {
        try register("6.2.0", ["type", "title"])
        let spent = WorkBudget()
        spent.cancel()
        #expect(try !clients.report(work: spent).isComplete)
        #expect(try clients.latestReport().report == nil)
        #expect(try clients.report().isComplete)
        #expect(try refused() == ["b.badge r2 6.2.0"])
    }

    @Test func `after a restoration the report is for the restored release`() throws {
        try register("6.2.0", ["type", "title"])
        try compare()
        try home.releases.restore(above: 50, by: .operator)
        try compare()
        #expect(try refused() == ["b.badge r2 6.2.0"])
        let newest = try home.releases.newest()
        #expect(try clients.latestReport().release == newest)
    }

    /// Runs batches of comparison until none is left, as the console does in the background.
    private func compare() throws { while try clients.advanceReport(work: .patient) {} }

    private func refused() throws -> [String] {
        try (clients.latestReport().report?.clients ?? []).flatMap(\.refused).map {
            "\($0.feature) r\($0.revision) \($0.client.capabilities.label)"
        }.sorted()
    }

    private func register(_ version: String, _ properties: [String]) throws {
        let list = properties.map { "\"\($0)\"" }.joined(separator: ", ")
        let text = """
            {"platform": "ios", "version": "\(version)",
             "entities": {"/document": {}, "/screens/Screen": {"properties": [\(list)]}}}
            """
        guard case .registered = try clients.register(Array(text.utf8), by: .operator) else {
            throw Unexpected(what: "\(version) was not registered")
        }
    }
}
