import Foundation
import MicroHTTP
import Publishing
import SchemaRepository
import Testing

@testable import Console

@Suite("Notices about rollouts on a feature's page, on “Releases” and on “What needs you”") struct RolloutNoticeTests {
    private static let link = #"<a href="/rollouts#rollout-1">Open rollout</a>"#
    private let console: TestConsole
    private let rui: Actor

    init() throws {
        console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        try console.publish("home.offers", revision: 1, from: "9.0")
        rui = Actor(accountID: nil, name: "rui")
    }

    private func start(_ first: RolloutStep) throws {
        let faults = try console.stores.rollouts.save(
            "own", [first, RolloutStep(percent: 100, bakeMinutes: 0)], by: rui)
        #expect(faults == [])
        let plan = try #require(try console.stores.rollouts.plan("own"))
        let request = PublishRequest(
            feature: "home.offers", revision: 2, platform: "ios", from: try ClientVersion("9.0"))
        guard case .released = try console.stores.rollouts.start(request, plan: plan, by: rui) else {
            Issue.record("the rollout was not started")
            return
        }
    }

    private func page(_ path: String, as name: String = "rui") throws -> String {
        let text = try console.get(path, as: name).text
        #expect(!text.contains("rollouts.notice"))
        return text
    }

    @Test func `a running or paused rollout is shown only on its feature's page`() throws {
        #expect(try !page("/features/home.offers").contains(Self.link))
        try start(RolloutStep(percent: 10, bakeMinutes: 60, failures: 5))
        let feature = try page("/features/home.offers", as: "ana")
        #expect(feature.contains("Rollout 1 of home.offers is under way: 10 % of clients, step 1 of 2."))
        #expect(feature.contains(Self.link))
        for path in ["/releases", "/reviews"] { #expect(try !page(path).contains(Self.link), "\(path)") }
        _ = try console.stores.rollouts.pause(1, by: rui)
        #expect(try page("/features/home.offers").contains("Rollout 1 of home.offers is paused at step 1 of 2"))
        _ = try console.stores.rollouts.stop(1, reason: "", by: rui)
        #expect(try !page("/features/home.offers").contains(Self.link))
    }

    @Test func `pages say that clients no longer get the revision of a rollout that was rolled back`() throws {
        try start(RolloutStep(percent: 10, bakeMinutes: 60, failures: 5))
        let back = RollbackRequest(feature: "home.offers", toRelease: 1, reason: "Wrong")
        guard case .released = try console.stores.releases.rollback(back, by: rui) else {
            Issue.record("no release was made")
            return
        }
        let lost = "Another release has changed the rules of this rollout: its clients no longer get revision 2."
        let fails = "The next step would fail now. Undo the change, or stop the rollout."
        let feature = try page("/features/home.offers")
        #expect(feature.contains("Rollout 1 of home.offers is at step 1 of 2."))
        #expect(feature.contains(lost) && feature.contains(fails) && !feature.contains("is under way"))
        let list = try page("/rollouts")
        #expect(list.contains("No clients (planned: 10 % of clients)") && list.contains(lost) && list.contains(fails))
        #expect(try page("/rollouts/1/stops/new").contains("No clients (planned: 10 % of clients) · Step 1 of 2"))

        _ = try console.stores.rollouts.approve(1, by: rui)
        for path in ["/features/home.offers", "/releases", "/reviews"] {
            let text = try page(path)
            #expect(text.contains("The next step of rollout 1 of home.offers failed."), "\(path)")
            #expect(text.contains(lost), "\(path)")
            #expect(!text.contains("Clients keep") && !text.contains(fails), "\(path)")
        }
        let failed = try page("/rollouts")
        #expect(failed.contains("Next step failed") && failed.contains(lost) && !failed.contains("Clients keep"))
    }

    @Test func `pages name the rules of a rollout whose revision fewer clients get`() throws {
        try start(RolloutStep(percent: 10, bakeMinutes: 60, failures: 5))
        try console.publish("home.offers", revision: 1, from: "9.5")
        let sentence = "Fewer clients than planned get: Revision 2 on iOS, from 9.0 on."
        #expect(try page("/features/home.offers").contains(sentence))
        let list = try page("/rollouts")
        #expect(list.contains(sentence) && list.contains("Fewer clients than planned (10 % of clients)"))
    }

    @Test func `a halted rollout is shown on all three pages until the next release of the feature`() throws {
        try start(RolloutStep(percent: 10, bakeMinutes: 60, failures: 2))
        _ = try console.stores.rollouts.report(1, failures: 2, note: "", by: rui)
        try console.stores.rollouts.advance { _ in }
        let sentence = "Rollout 1 of home.offers was halted, because too many failures were reported."
        for path in ["/features/home.offers", "/releases", "/reviews"] {
            let text = try page(path)
            #expect(text.contains(sentence) && text.contains(Self.link), "\(path)")
        }
        #expect(try console.get("/", as: "rui").location == "/reviews")
        #expect(try !page("/reviews").contains("Nothing waits"))
        // The page “What needs you” shows the notice to people who may publish and to the rollout's author.
        #expect(try !page("/reviews", as: "ana").contains(Self.link))
        #expect(try page("/releases", as: "ana").contains(sentence))

        try console.publish("home.offers", revision: 1, from: "8.0")
        for path in ["/features/home.offers", "/releases", "/reviews"] {
            #expect(try !page(path).contains(Self.link), "\(path)")
        }
    }

    @Test func `a rollout that waits for approval is shown on all three pages until it is approved`() throws {
        try start(RolloutStep(percent: 10, bakeMinutes: 0, failures: 5, approval: true))
        let sentence = "Rollout 1 of home.offers waits for approval after step 1 of 2 (10 % of clients)."
        for path in ["/features/home.offers", "/releases", "/reviews"] {
            #expect(try page(path).contains(sentence), "\(path)")
        }
        _ = try console.stores.rollouts.approve(1, by: rui)
        for path in ["/features/home.offers", "/releases", "/reviews"] {
            #expect(try !page(path).contains(Self.link), "\(path)")
        }
    }
}
