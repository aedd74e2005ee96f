import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import PostgreSQL
import Publishing
import SchemaRepository
import Testing

@testable import Console

@Suite("Rollouts in the console and the management API") struct RolloutPageTests {
    private let console: TestConsole
    private let form = [("revision", "2"), ("platform", "ios"), ("from", "9.0")]

    init() throws {
        console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        try console.publish("home.offers", revision: 1, from: "9.0")
        try console.stores.readStatistics.add([
            ReadCount(
                feature: "home.offers", platform: "ios", version: try ClientVersion("9.5"), revision: 1, fetches: 100)
        ])
    }

    private func query(_ fields: [(String, String)]) -> String {
        fields.map { "\($0.0)=\(PercentCoding.encode($0.1))" }.joined(separator: "&")
    }

    /// Opens the publish page with the fields and confirms it.
    private func publish(_ fields: [(String, String)]) throws -> (review: Response, response: Response) {
        let review = try console.get("/features/home.offers/releases/new?\(query(fields))", as: "rui")
        let action = try #require(review.text.firstMatch(of: /formaction="([^"]+)"/)).1.replacing("&amp;", with: "&")
        return (review, try console.post(String(action), as: "rui", fields))
    }

    @Test func `an open rollout is listed even after a hundred newer ones, and the list says when it is cut`() throws {
        _ = try publish(form + [("plan", "default")])
        for number in 0..<101 {
            let request = PublishRequest(
                feature: "home.offers", revision: 1 + number % 2, platform: "android", from: try ClientVersion("9.0"))
            guard case .released = try console.stores.releases.publish(request, by: .operator) else {
                Issue.record("no release was made")
                return
            }
        }
        /// Adds a stopped rollout for each of the releases.
        func stopped(_ releases: ClosedRange<Int>) throws {
            try console.pool.withConnection { connection in
                try connection.execute(
                    """
                    INSERT INTO rollout (plan, steps, request, break_glass, features, release, reason, author_name)
                    SELECT plan, steps, request, break_glass, features, number, '', 'rui'
                    FROM (SELECT * FROM rollout ORDER BY id LIMIT 1) AS one,
                        generate_series(\(releases.lowerBound), \(releases.upperBound)) AS number
                    """)
                try connection.execute(
                    """
                    INSERT INTO rollout_event (rollout_id, kind, step, release, failures, author_name)
                    SELECT id, 'stepped', 0, release, 0, 'rui' FROM rollout
                    WHERE id NOT IN (SELECT rollout_id FROM rollout_event)
                    """)
                try connection.execute(
                    """
                    INSERT INTO rollout_event (rollout_id, kind, step, author_name)
                    SELECT id, 'stopped', 0, 'rui' FROM rollout
                    WHERE id > 1 AND id NOT IN (SELECT rollout_id FROM rollout_event WHERE kind = 'stopped')
                    """)
            }
        }
        let sentence = "Only the newest 100 and all open rollouts are listed."
        try stopped(3...101)
        let whole = try console.get("/rollouts", as: "ana").text
        #expect(whole.contains("id=\"rollout-1\"") && !whole.contains(sentence))
        try stopped(102...102)
        let open = try console.get("/rollouts", as: "ana").text
        #expect(open.contains("id=\"rollout-1\"") && open.contains("id=\"rollout-2\"") && !open.contains(sentence))
        try stopped(103...103)
        let cut = try console.get("/rollouts", as: "ana").text
        #expect(cut.contains("id=\"rollout-1\"") && !cut.contains("id=\"rollout-2\""))
        #expect(cut.contains("id=\"rollout-102\"") && cut.contains(sentence))
    }

    @Test func `the publish page suggests a plan if clients get another revision, and starts a rollout`() throws {
        let new = try console.get("/features/home.offers/releases/new", as: "rui").text
        #expect(new.contains(#"<option value="default" selected>In steps: default</option>"#))
        let made = try publish(form + [("plan", "default")])
        #expect(made.review.text.contains("Start rollout as release 2"))
        #expect(made.review.text.contains("1 % of clients for 60 minutes; halts at 5 reported failures"))
        #expect(made.review.text.contains("In step 1 no client gets another answer."))
        let reach = """
            After the last step, about 100 of the fetches that got a document in the last 7 days would get another \
            answer: 100 %
            """
        #expect(made.review.text.contains(reach))
        #expect(!made.review.text.contains("No change:"))
        #expect(made.response.notice == "rollout-started.2")
        let page = try console.get("/rollouts", as: "ana").text
        #expect(page.contains("Test devices only (0 %)"))
        #expect(page.contains("Step 1 of 5"))
        #expect(page.contains("Revision 2 on iOS, from 9.0 on"))
        #expect(!page.contains("/rollouts/1/stops"))
        #expect(
            try console.get("/releases", as: "ana").text.contains(
                "Published revision 2 for iOS 9.0 and later, to test devices only"))
        let devices = "<span class=\"badge live\">Test devices only (0 %)</span>"
        #expect(try console.get("/features/home.offers/revisions", as: "ana").text.contains(devices))
        #expect(
            try console.get("/features", as: "ana").text.contains("<span class=\"badge\">Test devices only (0 %)"))

        #expect(try console.post("/rollouts/1/approvals", as: "ana").status == .forbidden)
        #expect(try console.post("/rollouts/1/approvals", as: "rui").notice == "rollout-changed")
        #expect(try console.get("/rollouts", as: "rui").text.contains("1 % of clients"))
        #expect(try console.get("/features", as: "ana").text.contains("<span class=\"badge\">1 %</span>"))
        #expect(try console.get("/features/home.offers/revisions/2", as: "ana").text.contains("Live for 1 %"))
        let releases = try console.get("/releases", as: "rui").text
        #expect(releases.contains("Published revision 2 for iOS 9.0 and later, to 1 % of clients"))
        #expect(
            try console.get("/features/home.offers", as: "rui").text.contains(
                "revision 2 for 1 % and revision 1 for the others"))
        #expect(try console.post("/rollouts/1/pauses", as: "rui").notice == "rollout-changed")
        #expect(try console.post("/rollouts/1/pauses", as: "rui").notice == "rollout-unchanged")
        #expect(try console.get("/rollouts", as: "rui").text.contains("Paused by rui."))
        #expect(try console.post("/rollouts/1/continuations", as: "rui").notice == "rollout-changed")
        #expect(try console.post("/rollouts/1/failures", as: "ana").notice == "rollout-failure-reported")
        #expect(try console.get("/rollouts", as: "rui").text.contains("1 failure reported in this step"))
        let seen = try console.get("/rollouts/1/stops/new", as: "rui").field("expected") ?? ""
        #expect(try console.post("/rollouts/1/stops", as: "rui", [("expected", seen)]).notice == "rollout-changed")
        #expect(try console.get("/rollouts", as: "rui").text.contains("Stopped by rui."))
        #expect(try console.stores.releases.rules(of: "home.offers").map(\.revision) == [1])
    }

    @Test func `the next step of a rollout is shown as due or with its time`() {
        func row(_ seconds: TimeInterval) -> RolloutRow {
            RolloutRow(
                .sample, platforms: [], mayChange: true, mayReport: true,
                clock: Clock(now: TimeLabel.sampleDate - seconds))
        }
        for (ahead, isDue) in [(-600.0, true), (0, true), (3, true), (30, false), (60, false), (3_600, false)] {
            #expect((row(ahead).due != nil) == isDue, "\(ahead)")
            #expect((row(ahead).next != nil) != isDue, "\(ahead)")
        }
    }

    @Test func `pages for publishing and rolling back warn when the next step of a rollout would fail`() throws {
        let sentence = "Rollout 1 is open for the same clients (0 %). After this change, its next step will fail,"
        let other = [("revision", "1"), ("platform", "ios"), ("from", "9.5")]
        let paths = [
            "/features/home.offers/releases/new?\(query(other))", "/features/home.offers/rollbacks/new?to=1",
        ]
        _ = try publish(form + [("plan", "default")])
        for path in paths { #expect(try console.get(path, as: "rui").text.contains(sentence), "\(path)") }
    }

    @Test func `a rollback to the revision of a stopped rollout has a warning on pages and in the API`() throws {
        let program = try TestProgram(console, [.read, .publish])
        let rules = #""rules":[{"feature":"home.offers","revision":2,"platform":"ios","from":"9.0"}]"#
        #expect(try program.send(.post, "/rollouts", "{\(rules)}").status == .created)
        #expect(try program.send(.post, "/rollouts/1/approvals").status == .ok)
        #expect(try program.send(.post, "/rollouts/1/stops", #"{"reason":"wrong"}"#).status == .ok)
        let sentence = "Revision 2 is served again on iOS from 9.0 on. Rollout 1 of this revision was stopped by"
        // Release 3 was the step to 1 %, and release 4 the stop.
        for path in ["/features/home.offers/rollbacks/new?to=3", "/rollbacks/new?release=4"] {
            #expect(try console.get(path, as: "rui").text.contains(sentence), "\(path)")
        }
        for mode in ["?dry_run=true", ""] {
            let answer = try program.send(.post, "/rollbacks\(mode)", #"{"feature":"home.offers","to":3}"#)
            let codes = try answer.json["warnings"]?.elements.compactMap { $0["code"]?.string }
            #expect(codes?.contains("stopped-revision") == true)
        }
    }

    @Test func `a halted rollout says that its revision stays live if somebody has published it`() throws {
        _ = try publish(form + [("plan", "default")])
        try console.publish("home.offers", revision: 2, from: "9.0")
        _ = try console.stores.rollouts.report(1, failures: 1, note: "", by: .operator)
        var states: [String] = []
        try console.stores.rollouts.advance { states.append($0.state.word) }
        #expect(states == ["halted"])
        let page = try console.get("/rollouts", as: "rui").text
        #expect(page.contains("published its revision themselves, so clients keep what they get."))
        #expect(try console.stores.releases.rules(of: "home.offers").map(\.revision) == [2])
    }

    @Test func `publishing another revision to all clients at once needs a reason and the feature's name`() throws {
        let form = form + [("confirmation", "home.offers")]
        let refused = try publish(form).response
        #expect(refused.status == .unprocessableContent)
        #expect(refused.text.contains("enter a reason to replace it for everybody at once"))
        #expect(try console.stores.releases.newest() == 1)
        #expect(refused.text.contains(#"aria-invalid="true""#))
        // A missing reason and a missing name are reported together, and the page shows both fields in advance.
        let both = try publish(self.form)
        #expect(both.review.text.contains("A reason is needed here, because clients get another revision all at once."))
        #expect(both.review.text.contains(#"id="confirmation""#))
        #expect(both.response.status == .unprocessableContent)
        #expect(both.response.text.contains("enter a reason to replace it for everybody at once"))
        #expect(both.response.text.contains("Type home.offers to confirm"))
        #expect(both.response.text.contains("Publish as release 2"))
        #expect(both.response.text.contains("Clients on iOS get another revision, all at once."))
        #expect(try publish(self.form + [("reason", "A typo")]).response.status == .unprocessableContent)
        #expect(try console.stores.releases.newest() == 1)
        #expect(try publish(form + [("reason", "A typo")]).response.notice == "released.2")
        // No reason is needed for the same revision or for clients that got nothing before.
        #expect(try publish([("revision", "2"), ("platform", "ios"), ("from", "9.5")]).response.notice == "released.3")
        #expect(
            try publish([("revision", "1"), ("platform", "web"), ("from", "1.0")]).response.notice
                == "first-released.4")
        let timed = try console.get(
            "/features/home.offers/releases/new?\(query(form + [("plan", "default"), ("at", "2099-01-01T08:00")]))",
            as: "rui")
        #expect(timed.status == .unprocessableContent)
        #expect(timed.text.contains("A rollout in steps begins now."))
        let ending = try console.get(
            "/features/home.offers/releases/new?\(query(form + [("plan", "default"), ("end", "2099-01-01T08:00")]))",
            as: "rui")
        #expect(ending.status == .unprocessableContent)
        #expect(ending.text.contains("A rollout in steps has no planned end. Leave the end empty"))
        #expect(!ending.text.contains("A rollout in steps begins now."))
    }

    @Test func `a publish after which clients get nothing needs the feature's name`() throws {
        func narrowed(until version: String, _ more: (String, String)...) -> [(String, String)] {
            [("revision", "1"), ("platform", "ios"), ("from", "9.0"), ("until", version), ("reason", "x")] + more
        }
        let asks = "Clients lose a document. Type home.offers to confirm"
        let (review, response) = try publish(narrowed(until: "10.0"))
        #expect(review.text.contains(asks))
        #expect(response.status == .unprocessableContent)
        #expect(response.text.components(separatedBy: asks).count == 2)
        #expect(
            response.text.contains(
                #"id="confirmation-problem">The feature’s name is missing or wrong. Type home.offers.</p>"#))
        #expect(try console.stores.releases.newest() == 1)
        let named = try publish(narrowed(until: "10.0", ("confirmation", "home.offers"))).response
        #expect(named.notice == "released.2")

        // A rollout keeps the live rules, so clients outside its range lose nothing.
        let steps = try publish(narrowed(until: "9.5", ("plan", "default")))
        #expect(!steps.review.text.contains(asks) && !steps.review.text.contains("will get nothing"))
        #expect(steps.response.notice == "rollout-started.3")
    }

    @Test func `for a feature without fetches the publish page suggests all clients at once`() throws {
        try console.feature("home.new", SampleTexts.screen, SampleTexts.other)
        try console.publish("home.new", revision: 1, from: "9.0")
        let new = try console.get("/features/home.new/releases/new", as: "rui").text
        #expect(new.contains(#"<option value="" selected>Everybody at once</option>"#))
        let rules = #"{"rules":[{"feature":"home.new","revision":2,"platform":"ios","from":"9.0"}]}"#
        let made = try TestProgram(console, [.read, .publish]).send(.post, "/releases", rules)
        #expect(try made.json["warnings"]?.elements.count == 0)
    }

    @Test func `a plan is saved and withdrawn, and an invalid one is refused with its faults`() throws {
        let steps = [("name", "two days"), ("steps", "1:1440:3:approval 100")]
        #expect(try console.post("/rollout-plans", as: "rui", steps).notice == "rollout-plan-saved")
        let page = try console.get("/rollouts", as: "rui").text
        #expect(
            page.contains("1 % of clients for 1440 minutes; halts at 3 reported failures; then a person approves"))
        let refused = try console.post("/rollout-plans", as: "rui", [("name", "bad"), ("steps", "50:5 10:x 100")])
        #expect(refused.status == .unprocessableContent)
        #expect(refused.text.contains("10:x is not a step."))
        #expect(refused.text.contains(#"value="50:5 10:x 100""#))
        #expect(
            try console.post("/rollout-plans", as: "rui", [("name", "bad"), ("steps", "50:5 10:5 100")]).text.contains(
                "Each step must have a larger share than the one before."))
        #expect(
            try console.post("/rollout-plans/withdrawals", as: "rui", [("name", "two days")]).notice
                == "rollout-plan-withdrawn")
        #expect(try console.post("/rollout-plans/withdrawals", as: "rui", [("name", "default")]).status == .notFound)
    }

    @Test func `an approval that states the present step makes one step, even if it is repeated`() throws {
        let program = try TestProgram(console, [.read, .publish])
        let rules = #"{"rules":[{"feature":"home.offers","revision":2,"platform":"ios","from":"9.0"}]}"#
        let seen = try #require(try program.send(.post, "/rollouts", rules).json["step"]?.integer)
        #expect(seen == 0)
        let path = "/rollouts/1/approvals"
        #expect(try program.send(.post, path, #"{"step":0}"#).json["step"]?.integer == 1)
        #expect(try program.send(.post, path, #"{"step":0}"#).json["step"]?.integer == 1)
        #expect(try program.send(.post, path, #"{"step":7}"#).json["step"]?.integer == 1)
        #expect(try program.send(.post, path, #"{"step":1}"#).json["step"]?.integer == 2)
        for wrong in [#"{"step":-1}"#, #"{"step":"1"}"#, #"{"step":null}"#, #"{"stage":1}"#, "[]"] {
            #expect(try program.send(.post, path, wrong).status == .unprocessableContent, "\(wrong)")
        }
        #expect(try program.send(.post, path, "{").status == .badRequest)
        #expect(try program.send(.post, path, "{}").json["step"]?.integer == 3)
        #expect(try program.send(.post, path).json["step"]?.integer == 4)
    }

    @Test
    func `an approval after another release is a conflict until it expects that release`()
        throws
    {
        let program = try TestProgram(console, [.read, .publish])
        let rules = #"{"rules":[{"feature":"home.offers","revision":2,"platform":"ios","from":"9.0"}]}"#
        #expect(try program.send(.post, "/rollouts", rules).status == .created)
        try console.publish("home.offers", revision: 1, from: "8.0")
        let path = "/rollouts/1/approvals"
        func field() throws -> String {
            let page = try console.get("/rollouts", as: "rui").text
            return String(try #require(page.firstMatch(of: /name="expected" value="(\d+)"/)).1)
        }
        let old = [("step", "0"), ("expected", try field())]
        #expect(old[1].1 == "2")
        for _ in 0..<2 {
            // The second request from the same page is a conflict too.
            let refused = try console.post(path, as: "rui", old)
            #expect(refused.status == .conflict)
            #expect(refused.text.contains("The rules for these clients have changed since the last step."))
            #expect(refused.text.contains(#"href="/rollouts#rollout-1""#))
            #expect(refused.text.contains(#"href="/features/home.offers""#))
        }
        #expect(try console.get("/rollouts", as: "rui").text.contains("Next step failed"))
        let seen = [("step", "0"), ("expected", try field())]
        #expect(seen[1].1 == "3")
        #expect(try console.post(path, as: "rui", seen).notice == "rollout-changed")
        #expect(try program.send(.get, path.replacing("/approvals", with: "")).json["step"]?.integer == 1)

        try console.publish("home.offers", revision: 1, from: "7.0")
        let refused = try program.send(.post, path, #"{"step":1}"#)
        #expect(refused.status == .conflict)
        #expect(try refused.json["type"]?.string == "/problems/stale")
        let current = try #require(try refused.json["current"]?.integer)
        #expect(try program.send(.post, path, #"{"step":1,"expected":\#(current - 1)}"#).status == .conflict)
        #expect(try program.send(.post, path, #"{"step":1,"expected":\#(current)}"#).json["step"]?.integer == 2)
    }

    @Test func `starting a rollout returns the warnings of its dry run`() throws {
        let program = try TestProgram(console, [.read, .publish, .edit])
        let long = SampleTexts.screen.replacing("Offers", with: String(repeating: "A long title. ", count: 20))
        #expect(try program.send(.post, "/features/home.offers/revisions", long).status == .created)
        let rules = #"{"rules":[{"feature":"home.offers","revision":3,"platform":"ios","from":"9.0"}]}"#
        let planned = try program.send(.post, "/rollouts?dry_run=true", rules).json["warnings"]
        #expect(planned?.elements.compactMap { $0["code"]?.string }.contains("size-changed") == true)
        let made = try program.send(.post, "/rollouts", rules)
        #expect(made.status == .created)
        #expect(try made.json["warnings"]?.rawText == planned?.rawText)
        #expect(try program.send(.get, "/rollouts/1").json["warnings"] == nil)
    }

    @Test func `archiving a feature with an open rollout is refused`() throws {
        let program = try TestProgram(console, [.publish, .edit])
        let rules = #"{"rules":[{"feature":"home.offers","revision":2,"platform":"ios","from":"9.0"}]}"#
        #expect(try program.send(.post, "/rollouts", rules).status == .created)
        #expect(try program.send(.post, "/switch-offs", #"{"feature":"home.offers","reason":"x"}"#).status == .created)
        let refused = try program.send(.post, "/features/home.offers/archives", "{}")
        #expect(refused.status == .conflict)
        #expect(try refused.json["type"]?.string == "/problems/feature-rolling-out")
        let sentence = "This feature has open rollouts (1). Stop them before you archive it."
        #expect(try refused.json["detail"]?.string == sentence)
        let page = try console.post("/features/home.offers/archives", as: "ana", [("reason", "old")])
        #expect(page.status == .conflict && page.text.contains(sentence))
        #expect(try program.send(.post, "/rollouts/1/stops", "{}").status == .ok)
        #expect(try program.send(.post, "/features/home.offers/archives", "{}").status == .ok)
    }

    @Test func `programs start, read, approve, pause and stop rollouts, report failures and save plans`() throws {
        let program = try TestProgram(console, [.read, .publish, .edit])
        let rules = #""rules":[{"feature":"home.offers","revision":2,"platform":"ios","from":"9.0"}]"#
        #expect(try program.send(.post, "/rollouts?dry_run=true", "{\(rules)}").status == .ok)
        let key: HTTPFields = [.constant("Idempotency-Key"): "one"]
        let made = try program.send(.post, "/rollouts", "{\(rules)}", headers: key)
        #expect(made.status == .created)
        #expect(made.location == "/api/v1/rollouts/1")
        #expect(try program.send(.post, "/rollouts", "{\(rules)}", headers: key).location == made.location)
        #expect(
            try program.send(.post, "/rollouts", #"{\#(rules),"plan":"none"}"#).status == .unprocessableContent)
        #expect(try program.send(.get, "/rollouts/1").json["state"]?.string == "running")
        #expect(try program.send(.get, "/rollouts?feature=home.offers").json["rollouts"]?.elements.count == 1)
        #expect(try program.send(.get, "/rollouts/7").status == .notFound)
        #expect(try program.send(.post, "/rollouts/1/approvals").json["percent"]?.integer == 1)
        #expect(try program.send(.post, "/rollouts/1/pauses").json["state"]?.string == "paused")
        #expect(try program.send(.post, "/rollouts/1/continuations").json["state"]?.string == "running")
        #expect(try program.send(.post, "/rollouts/1/failures", #"{"count":4}"#).json["failures"]?.integer == 4)
        #expect(try TestProgram(console, [.read]).send(.post, "/rollouts/1/failures", "{}").status == .forbidden)
        #expect(try program.send(.post, "/rollouts/1/stops", #"{"reason":"wrong"}"#).json["state"]?.string == "stopped")
        let plan =
            #"{"steps":[{"percent":2.5,"bakeMinutes":5,"failures":1,"approval":true},{"percent":100,"bakeMinutes":0}]}"#
        #expect(
            try program.send(.put, "/rollout-plans/slow", plan).json["steps"]?[0]?["percent"]?.number?.double == 2.5)
        #expect(try program.send(.get, "/rollout-plans").json["plans"]?.elements.count == 2)
        #expect(
            try program.send(.put, "/rollout-plans/bad", #"{"steps":[{"percent":50,"bakeMinutes":0}]}"#).status
                == .unprocessableContent)
        let fine =
            #"{"steps":[{"percent":10,"bakeMinutes":5},{"percent":50.05,"bakeMinutes":5},"#
            + #"{"percent":100,"bakeMinutes":0}]}"#
        #expect(
            try program.send(.put, "/rollout-plans/bad", fine).json["detail"]?.string
                == "A share must be a multiple of 0.1 % from 0 to 100 %.")
        let atOnce = try program.send(.post, "/releases", "{\(rules)}").json
        #expect(atOnce["warnings"]?[0]?["code"]?.string == "skips-steps")
    }
}
