import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import SchemaRepository
import Testing

@testable import Console

@Suite("Stopping a rollout") struct RolloutStopTests {
    private static let path = "/rollouts/1/stops"
    private let console: TestConsole
    private let rui = Actor(accountID: nil, name: "rui")

    init() throws {
        console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.other)
    }

    /// Starts a rollout of revision 2 to 10 % of the clients.
    private func start() throws {
        let steps = [RolloutStep(percent: 10, bakeMinutes: 10), RolloutStep(percent: 100, bakeMinutes: 0)]
        let outcome = try console.stores.rollouts.start(
            PublishRequest(feature: "home.offers", revision: 2, platform: "ios", from: try ClientVersion("9.0")),
            plan: RolloutPlan(name: "slow", steps: steps, author: "rui", createdAt: TestConsole.now), by: rui)
        guard case .released = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    private func page() throws -> Response { try console.get("\(Self.path)/new", as: "rui") }

    /// Sends the form of a page.
    private func stop(from page: Response, _ fields: (String, String)...) throws -> Response {
        try console.post(Self.path, as: "rui", [("expected", page.field("expected") ?? "")] + fields)
    }

    @Test func `a rollout is stopped on a page that shows what its clients will get`() throws {
        try console.publish("home.offers", revision: 1, from: "9.0")
        try start()
        let list = try console.get("/rollouts", as: "rui").text
        #expect(list.contains("href=\"\(Self.path)/new\""))
        #expect(!list.contains("action=\"\(Self.path)\""))
        #expect(try !console.get("/rollouts", as: "ana").text.contains(Self.path))

        let page = try page()
        #expect(page.text.contains("<bdi>Afterwards, clients on iOS from 9.0 on get revision 1.</bdi>"))
        #expect(page.text.contains("<bdi>10 % of clients · Step 1 of 2 · Running</bdi>"))
        #expect(page.text.contains("revision 2 for 10 % and revision 1 for the others"))
        #expect(page.text.contains("Stop the rollout, as release 3"))
        #expect(page.text.contains("The stop is a new release"))
        #expect(page.text.contains("class=\"version-map\""))
        #expect(!page.text.contains("id=\"confirmation\""))
        #expect(try console.stores.releases.newest() == 2)

        #expect(try stop(from: page, ("reason", "Wrong rate")).notice == "rollout-changed")
        #expect(try console.stores.releases.release(3)?.reason == "Wrong rate")
        #expect(try console.stores.releases.rules(of: "home.offers").map(\.revision) == [1])
        let releases = try console.get("/releases", as: "rui").text
        #expect(releases.contains("Stopped the rollout that began with release 2"))
        #expect(!releases.contains("Rolled back"))
        // Sending the form again and opening the page again change nothing.
        #expect(try stop(from: page, ("reason", "Wrong rate")).notice == "rollout-unchanged")
        #expect(try self.page().notice == "rollout-unchanged")
        #expect(try console.stores.releases.newest() == 3)
        #expect(try console.get("/rollouts/9/stops/new", as: "rui").status == .notFound)
        #expect(try console.post("/rollouts/9/stops", as: "rui").status == .notFound)
    }

    @Test func `a stop that leaves nothing live needs the feature's name`() throws {
        try start()
        let page = try page()
        #expect(page.text.contains("Afterwards, clients on iOS from 9.0 on get nothing (404)."))
        #expect(page.text.contains("Nothing would stay live. Type home.offers to confirm."))

        let unnamed = try stop(from: page, ("reason", "Wrong rate"))
        #expect(unnamed.status == .unprocessableContent)
        #expect(unnamed.text.contains("id=\"confirmation-problem\""))
        #expect(unnamed.text.contains("value=\"Wrong rate\""))
        #expect(unnamed.field("expected") == page.field("expected"))
        #expect(try console.stores.releases.newest() == 1)
        #expect(try stop(from: page, ("confirmation", "home.offers")).notice == "rollout-changed")
        #expect(try console.stores.releases.rules(of: "home.offers") == [])
    }

    @Test func `the stop page says how long caches keep the answer that the stop replaces`() throws {
        let (edition, absence) = ("Caches may serve the previous answer", "may keep a 404 or 410 answer for 5 seconds")
        try console.publish("home.offers", revision: 1, from: "9.0")
        try start()
        #expect(try page().text.contains(edition))

        let off = SwitchRequest(feature: "home.offers", platform: "ios", reason: "Crashes")
        guard case .released = try console.stores.releases.switchOff(off, by: rui) else {
            Issue.record("nothing was switched off")
            return
        }
        let text = try page().text
        #expect(text.contains("The stop is a new release") && text.contains(absence) && !text.contains(edition))
    }

    @Test func `a stop from a stale page is a conflict that shows the present changes`() throws {
        try console.publish("home.offers", revision: 1, from: "9.0")
        try start()
        let old = try page()
        _ = try console.stores.rollouts.approve(1, by: rui)

        let again = try stop(from: old, ("reason", "Wrong rate"))
        #expect(again.status == .conflict)
        #expect(again.text.contains("Your page was out of date"))
        #expect(again.text.contains("value=\"Wrong rate\""))
        #expect(again.text.contains("Stop the rollout, as release 4"))
        #expect(try console.stores.rollouts.rollout(1)?.state == .finished)
        // A form without the release that the page showed is a conflict too.
        #expect(try console.post(Self.path, as: "rui").status == .conflict)
        #expect(try stop(from: again, ("reason", "Wrong rate")).notice == "rollout-changed")
    }

    @Test func `the stop page names the features of its rules, and keeps the typed name after a conflict`() throws {
        try console.feature("home.list", SampleTexts.screen, SampleTexts.other)
        let steps = [RolloutStep(percent: 10, bakeMinutes: 10), RolloutStep(percent: 100, bakeMinutes: 0)]
        try console.stores.readStatistics.add(
            try ["home.offers", "home.list"].map { feature in
                ReadCount(
                    feature: feature, platform: "ios", version: try ClientVersion("9.5"), revision: 2, fetches: 100)
            })
        let rules = try ["home.offers", "home.list"].map { feature in
            RuleRequest(feature: feature, revision: 2, platform: "ios", from: try ClientVersion("9.0"))
        }
        let outcome = try console.stores.rollouts.start(
            PublishRequest(rules),
            plan: RolloutPlan(name: "slow", steps: steps, author: "rui", createdAt: TestConsole.now), by: rui)
        guard case .released = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let old = try page()
        for feature in ["home.offers", "home.list"] {
            #expect(old.text.contains("<bdi>\(feature): revision 2 on iOS, from 9.0 on</bdi>"))
        }
        #expect(old.text.contains("10 % of the fetches of these features, 10 % of all fetches."))
        let name = try #require(old.text.firstMatch(of: /id="confirmation"[^>]* placeholder="([^"]+)"/)).1
        _ = try console.stores.rollouts.approve(1, by: rui)

        let again = try stop(from: old, ("reason", "Wrong rate"), ("confirmation", String(name)))

        #expect(again.status == .conflict)
        #expect(again.field("confirmation") == String(name))
        #expect(try stop(from: again, ("confirmation", String(name))).notice == "rollout-changed")
    }

    @Test func `a rollout without live rules is stopped without a release`() throws {
        try console.publish("home.offers", revision: 1, from: "9.0")
        try start()
        try console.publish("home.offers", revision: 1, from: "9.0")

        let page = try page()
        #expect(page.text.contains("No release is made."))
        #expect(try stop(from: page).notice == "rollout-changed")
        #expect(try console.stores.releases.newest() == 3)
    }

    @Test func `a stop that leaves clients without a revision returns a warning, also in its dry run`() throws {
        try start()
        let program = try TestProgram(console, [.read, .publish])
        let plan = try program.send(.post, "\(Self.path)?dry_run=true", "{}").json["warnings"]
        let made = try program.send(.post, Self.path, "{}").json["warnings"]
        #expect(plan?.elements.compactMap { $0["code"]?.string } == ["nothing-live"])
        #expect(plan?.rawText == made?.rawText)
        #expect(try program.send(.get, "/rollouts/1").json["warnings"] == nil)
    }

    @Test func `a dry run of a stop returns the number of the release that the stop would make`() throws {
        try console.publish("home.offers", revision: 1, from: "9.0")
        try start()
        let (reader, program) = (try TestProgram(console, [.read]), try TestProgram(console, [.read, .publish]))

        let plan = try reader.send(.post, "\(Self.path)?dry_run=true", "{}")
        #expect(plan.status == .ok)
        #expect(try plan.json["dryRun"]?.boolean == true)
        #expect(try plan.json["release"]?.integer == 3)
        #expect(try reader.send(.post, Self.path, "{}").status == .forbidden)
        #expect(try program.send(.get, "/rollouts/1").json["state"]?.string == "running")
        let planned = try reader.send(.post, "\(Self.path)?dry_run=true", #"{"expected":1}"#)
        let refused = try program.send(.post, Self.path, #"{"expected":1}"#)
        #expect(planned.status == .conflict && refused.status == .conflict)
        #expect(try planned.json["detail"]?.string == refused.json["detail"]?.string)
        #expect(try reader.send(.post, "\(Self.path)?dry_run=true", #"{"expected":2}"#).status == .ok)
        #expect(try program.send(.post, Self.path, #"{"expected":2}"#).json["state"]?.string == "stopped")
        #expect(try console.stores.releases.newest() == 3)
        let after = try program.send(.post, "\(Self.path)?dry_run=true", "{}")
        #expect(try after.json["state"]?.string == "stopped")
        #expect(try program.send(.post, "/rollouts/9/stops?dry_run=true", "{}").status == .notFound)
    }
}
