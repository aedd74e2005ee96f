import HTTPTypes
import MicroHTTP
import Publishing
import SchemaRepository
import Testing

@testable import Console

@Suite("Removing a rule") struct RemovalTests {
    private static let path = "/features/home.offers/removals"
    private let console: TestConsole

    init() throws {
        console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        try console.publish("home.offers", revision: 1, from: "9.0")
    }

    /// Starts a rollout of revision 2 to 10 % of the clients, from the same version as the rule of revision 1.
    private func startRollout() throws {
        let steps = [RolloutStep(percent: 10, bakeMinutes: 10), RolloutStep(percent: 100, bakeMinutes: 0)]
        let outcome = try console.stores.rollouts.start(
            PublishRequest(feature: "home.offers", revision: 2, platform: "ios", from: try ClientVersion("9.0")),
            plan: RolloutPlan(name: "slow", steps: steps, author: "rui", createdAt: TestConsole.now),
            by: Actor(accountID: nil, name: "rui"))
        guard case .released = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    /// Opens the page for removing a rule on iOS, and sends its form.
    private func remove(
        from: String = "9.0", revision: Int, _ fields: [(String, String)] = [("reason", "Wrong rate")]
    ) throws -> (page: Response, answer: Response) {
        let page = try console.get(
            "\(Self.path)/new?platform=ios&from=\(from)&revision=\(revision)", as: "rui")
        let hidden = ["platform", "from", "revision", "expected", "key"].map { ($0, page.field($0) ?? "") }
        return (page, try console.post(Self.path, as: "rui", hidden + fields))
    }

    @Test func `the page of a feature lists its rules, each with a link to remove it`() throws {
        try startRollout()

        let page = try console.get("/features/home.offers", as: "rui").text

        for revision in [1, 2] {
            #expect(page.contains("\(Self.path)/new?platform=ios&amp;from=9.0&amp;revision=\(revision)\""))
            #expect(page.contains("Remove the rule for iOS from 9.0 (revision \(revision))"))
        }
        #expect(page.contains("<bdi>revision 2 for 10 %</bdi>"))
        #expect(try !console.get("/features/home.offers", as: "ana").text.contains(Self.path))
    }

    @Test func `one of two rules from the same version is removed, and the page says what its clients get`() throws {
        try startRollout()

        let (page, answer) = try remove(revision: 2)

        #expect(page.text.contains("<bdi>Afterwards, clients on iOS from 9.0 on get revision 1.</bdi>"))
        #expect(page.text.contains("Remove the rule, as release 3"))
        // The page links to the open rollout: after the removal its next step fails, but a person who makes the step
        // nevertheless publishes the rule again.
        #expect(page.text.contains("/rollouts#rollout-1"))
        #expect(answer.location == "/features/home.offers")
        #expect(answer.notice == "rule-removed.3")
        #expect(try console.stores.releases.rules(of: "home.offers").map(\.revision) == [1])
    }

    @Test func `a removal that leaves nothing live needs a reason and the feature's name`() throws {
        let (page, silent) = try remove(revision: 1, [("reason", "")])

        #expect(page.text.contains("Afterwards, clients on iOS from 9.0 on get nothing (404)."))
        #expect(page.text.contains("Nothing would stay live. Type home.offers to confirm."))
        #expect(silent.status == .unprocessableContent)
        #expect(silent.text.contains("Enter a reason.") && silent.text.contains("id=\"confirmation-problem\""))
        #expect(try console.stores.releases.newest() == 1)
        let named = try remove(revision: 1, [("reason", "Wrong rate"), ("confirmation", "home.offers")]).answer
        #expect(named.notice == "rule-removed.2")
        #expect(try console.stores.releases.rules(of: "home.offers") == [])
    }

    @Test func `a removal sent twice makes one release`() throws {
        try startRollout()
        let page = try console.get("\(Self.path)/new?platform=ios&from=9.0&revision=2", as: "rui")
        let fields = ["platform", "from", "revision", "expected", "key"].map { ($0, page.field($0) ?? "") }

        for _ in 1...2 {
            #expect(
                try console.post(Self.path, as: "rui", fields + [("reason", "Wrong rate")]).notice == "rule-removed.3")
        }
        #expect(try console.stores.releases.newest() == 3)
    }

    @Test func `a removal from a stale page is a conflict, and an unknown rule is refused`() throws {
        try startRollout()
        let page = try console.get("\(Self.path)/new?platform=ios&from=9.0&revision=2", as: "rui")
        try console.publish("home.offers", revision: 2, from: "9.0")
        let fields = ["platform", "from", "revision", "expected", "key"].map { ($0, page.field($0) ?? "") }

        let conflict = try console.post(Self.path, as: "rui", fields + [("reason", "Wrong rate")])
        let unknown = try console.get("\(Self.path)/new?platform=ios&from=8.0&revision=2", as: "rui")
        let without = try console.get("\(Self.path)/new?platform=ios", as: "rui")

        #expect(conflict.status == .conflict)
        #expect(conflict.text.contains("revision=2&amp;reason=Wrong%20rate\""))
        #expect(unknown.status == .unprocessableContent)
        #expect(unknown.text.contains("home.offers has no rule that starts at 8.0 on iOS"))
        #expect(without.status == .notFound)
        #expect(without.text.contains("Choose one on the page of home.offers."))
    }
}
