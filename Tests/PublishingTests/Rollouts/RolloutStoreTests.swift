import DocumentKinds
import Foundation
import PostgreSQL
import Publishing
import SchemaRepository
import TestSupport
import Testing

@Suite("Rollouts in steps") struct RolloutStoreTests {
    private let home: Installation
    private var rollouts: RolloutStore { home.stores.rollouts }
    private let plan = RolloutPlan.sample([
        RolloutStep(percent: 0, bakeMinutes: 10, failures: 1), RolloutStep(percent: 1, bakeMinutes: 10, failures: 5),
        RolloutStep(percent: 10, bakeMinutes: 10, failures: 5), RolloutStep(percent: 100, bakeMinutes: 0),
    ])

    init() throws {
        home = try Installation()
        try home.feature()
        try home.publish(1, from: "9.0")
    }

    private func start(_ plan: RolloutPlan? = nil, until: String? = nil) throws -> Rollout {
        let release = try Installation.released(
            rollouts.start(home.request(2, from: "9.0", until: until), plan: plan ?? self.plan, by: .operator))
        return try #require(try rollouts.rollout(ofRelease: release.number))
    }

    private func changed(_ outcome: RolloutOutcome) throws -> Rollout {
        guard case .changed(let rollout, _) = outcome else { throw Unexpected(what: "\(outcome)") }
        return rollout
    }

    private func isUnchanged(_ outcome: RolloutOutcome) -> Bool {
        if case .unchanged = outcome { true } else { false }
    }

    /// Reports failures of a revision, all from one address, or each from an unknown one if `address` is nil.
    private func report(
        _ count: Int, of revision: Int = 2, on platform: String = "ios", version: String = "9.5",
        from address: String? = nil
    ) throws {
        for number in 0..<count {
            let report = FailureReport(
                feature: "home.offers", revision: revision, platform: platform, clientVersion: version, pointer: "",
                reason: "broken \(number % 3)")
            #expect(try home.stores.renderFailures.count(report, by: FailureReporter(address: address)))
        }
    }

    /// The number of buckets that get each revision on iOS 9.5; the key 0 counts those that get none.
    private func shares(of given: [Rule]? = nil) throws -> [Int: Int] {
        let rules = RuleTable(try given ?? home.releases.rules(of: "home.offers"), platform: "ios")
        let version = try ClientVersion("9.5")
        return (0..<RolloutBucket.count).reduce(into: [:]) { shares, bucket in
            shares[rules.answer(at: version, bucket: bucket)?.rule.revision ?? 0, default: 0] += 1
        }
    }

    @Test func `the plan of a start states the release of the first step and starts no rollout`() throws {
        try home.stores.readStatistics.add([
            ReadCount(
                feature: "home.offers", platform: "ios", version: try ClientVersion("9.5"), revision: 1, fetches: 40)
        ])
        let request = try home.request(2, from: "9.0")
        guard case .planned(let planned) = try rollouts.planStart(request, plan: plan, by: .operator) else {
            throw Unexpected(what: "refused")
        }
        #expect(try rollouts.all(limit: 10) == [])
        // Only test devices get another answer at first, everybody at last.
        #expect(planned.reach?.fetches == 0 && planned.finalReach?.fetches == 40)
        let release = try Installation.released(rollouts.start(request, plan: plan, by: .operator))
        #expect(planned.items == release.items)
    }

    @Test func `each due step raises the share of the revision, and other clients keep the former one`() throws {
        let before = try #require(try home.answer("9.5"))
        let rollout = try start()
        #expect(try shares() == [1: 1_000])
        #expect(try rollouts.advance() == [])

        var seen: [[Int: Int]] = []
        for _ in 0..<3 {
            try home.makeDue(rollout)
            #expect(try rollouts.advance().count == 1)
            #expect(try rollouts.advance() == [])
            seen.append(try shares())
        }

        #expect(seen == [[2: 10, 1: 990], [2: 100, 1: 900], [2: 1_000]])
        #expect(try home.answer("9.5")?.revision == 2)
        #expect(try home.answer("9.5", bucket: 50)?.revision == 2)
        #expect(try rollouts.rollout(rollout.id)?.state == .finished)
        #expect(try home.releases.rules(of: "home.offers").count == 1)

        let stopped = try changed(rollouts.stop(rollout.id, reason: "wrong", by: .operator))
        #expect(stopped.state == .stopped(by: "operator"))
        #expect(try home.answer("9.5")?.text == before.text)
        #expect(try shares() == [1: 1_000])
        #expect(isUnchanged(try rollouts.stop(rollout.id, reason: "", by: .operator)))
    }

    @Test func `a rollout that would take the revision from clients that have it is refused`() throws {
        func refused(_ revision: Int, until: String? = nil) throws -> [String] {
            let outcome = try rollouts.start(
                home.request(revision, from: "9.0", until: until), plan: plan, by: .operator)
            guard case .refused(.rejected(let problems)) = outcome else { throw Unexpected(what: "\(outcome)") }
            return problems.map { "\($0.code): \($0.message)" }
        }
        let before = try home.releases.rules(of: "home.offers")
        #expect(
            try refused(1) == [
                "already-live: Revision 1 is live from 9.0 on iOS for all clients already; there is nothing to roll out."
            ])
        #expect(try home.releases.rules(of: "home.offers") == before)

        // The revision of a finished rollout cannot be rolled out again.
        let rollout = try start()
        for _ in 0..<3 {
            try home.makeDue(rollout)
            _ = try rollouts.advance()
        }
        #expect(try refused(2).count == 1)
        #expect(try shares() == [2: 1_000])

        try home.publish(1, from: "9.0")
        try home.publish(2, from: "9.0", percent: 50)
        #expect(try refused(2).first?.contains("for 50 % of the clients already. Use a plan") == true)

        // A rollout until 9.9 leaves the rule for later versions unchanged.
        let other = try start(until: "9.9")
        #expect(try shares() == [2: 500, 0: 500])
        for _ in 0..<3 {
            try home.makeDue(other)
            _ = try rollouts.advance()
        }
        #expect(try shares() == [2: 1_000])
        #expect(try home.answer("10.0", bucket: 499)?.revision == 2)
        #expect(try home.answer("10.0", bucket: 500) == nil)
        _ = try changed(rollouts.stop(other.id, reason: "", by: .operator))
        #expect(try shares() == [2: 500, 0: 500])
    }

    @Test func `clients from the end of the range on keep the former revision, even at the last step`() throws {
        let rollout = try start(until: "10.0")
        for _ in 0..<3 {
            try home.makeDue(rollout)
            _ = try rollouts.advance()
        }
        #expect(try home.answer("9.5")?.revision == 2)
        #expect(try home.answer("10.0")?.revision == 1)
    }

    @Test func `reported failures halt a rollout and restore the former revision, which is audited`() throws {
        let rollout = try start()
        try home.makeDue(rollout)
        _ = try rollouts.advance()
        try report(4)
        #expect(try rollouts.advance() == [])
        try report(1)
        let halted = try #require(try rollouts.advance().first)
        guard case .halted(let release, let problems) = halted.state else { throw Unexpected(what: "\(halted.state)") }
        #expect(problems.map(\.code) == ["too-many-failures"])
        #expect(try release == home.releases.newest())
        #expect(try shares() == [1: 1_000])
        #expect(try home.stores.audit.events().contains { $0.action == "rollout.halted" })
        try home.makeDue(rollout)
        #expect(try rollouts.advance() == [])
        #expect(isUnchanged(try rollouts.approve(rollout.id, by: .operator)))
        #expect(isUnchanged(try rollouts.stop(rollout.id, reason: "", by: .operator)))
    }

    @Test func `the reason of a halt states the number of failures at that time`() throws {
        let rollout = try start()
        _ = try changed(rollouts.report(rollout.id, failures: 3, note: "", by: .operator))
        // `rollout` was read before the report, as happens while the steps of many other rollouts are made.
        #expect(try rollouts.advance(rollout))
        guard case .halted(_, let problems)? = try rollouts.rollout(rollout.id)?.state else {
            throw Unexpected(what: "not halted")
        }
        let message = "3 failures were reported at 0 % of the clients; the limit of this step is 1."
        #expect(problems.map(\.message) == [message])
        #expect(try home.releases.all(limit: 1).first?.reason == message)
    }

    @Test func `failures count once per address and step, and only from clients that can get the revision`() throws {
        try home.publish(3, from: "10.0")
        let rollout = try start()
        try home.makeDue(rollout)
        _ = try rollouts.advance()

        try report(7, from: "192.0.2.1")
        try report(7, of: 3)
        try report(7, on: "android")
        for version in ["8.9", "10.1", "any"] { try report(7, version: version) }
        #expect(try rollouts.rollout(rollout.id)?.failures == 1)
        #expect(try rollouts.advance() == [])
        #expect(try home.stores.renderFailures.failures(of: "home.offers", limit: 100).map(\.count).reduce(0, +) == 42)

        try report(1, from: "192.0.2.2")
        #expect(try rollouts.rollout(rollout.id)?.failures == 2)
        #expect(try changed(rollouts.approve(rollout.id, by: .operator)).failures == 0)
        try report(2, from: "192.0.2.2")
        #expect(try rollouts.rollout(rollout.id)?.failures == 1)
    }

    @Test func `above 0 %, failures count only if the revision has a larger share than the rules before it`() throws {
        try home.publish(3, from: "9.5", percent: 50)
        let rollout = try start(
            .sample([
                RolloutStep(percent: 0, bakeMinutes: 10, failures: 9),
                RolloutStep(percent: 10, bakeMinutes: 10, failures: 9),
                RolloutStep(percent: 50, bakeMinutes: 10, failures: 9),
                RolloutStep(percent: 60, bakeMinutes: 10, failures: 9), RolloutStep(percent: 100, bakeMinutes: 0),
            ]))
        // At 9.5, buckets below 500 get revision 3. Test devices can have got revision 2 while it is at 0 %.
        var counted: [[Int]] = []
        for _ in 0..<4 {
            let failures = try ["9.5", "9.4"].map { version -> Int in
                try report(1, version: version)
                return try #require(try rollouts.rollout(rollout.id)).failures
            }
            counted.append(failures)
            try home.makeDue(rollout)
            #expect(try rollouts.advance().count == 1)
        }
        #expect(counted == [[1, 2], [0, 1], [0, 1], [1, 2]])
    }

    @Test func `an internal error of one rollout is thrown although another rollout makes its step`() throws {
        let broken = try start()
        try home.feature("home.news", titles: ["One", "Two"])
        try home.publish(1, from: "9.0", of: "home.news")
        let release = try Installation.released(
            rollouts.start(home.request(2, from: "9.0", of: "home.news"), plan: plan, by: .operator))
        let other = try #require(try rollouts.rollout(ofRelease: release.number))
        let owner = try home.connectAsOwner()
        defer { owner.close() }
        try owner.execute(
            """
            CREATE FUNCTION break_step() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                IF NEW.rollout_id = 1 AND NEW.kind = 'stepped' THEN RAISE EXCEPTION 'broken'; END IF;
                RETURN NEW;
            END $$
            """)
        try owner.execute(
            "CREATE TRIGGER break_step BEFORE INSERT ON rollout_event FOR EACH ROW EXECUTE FUNCTION break_step()")
        try home.makeDue(broken)
        try home.makeDue(other)
        var states: [Int: String] = [:]
        let error = #expect(throws: PostgreSQLError.self) {
            try rollouts.advance { states[$0.id] = $0.state.word }
        }
        #expect("\(error as Any)".contains("broken"))
        #expect(states == [broken.id: "failed", other.id: "running"])
    }

    @Test func `a failure on a test device halts a step of 0 %`() throws {
        let rollout = try start()
        try report(1, from: "192.0.2.1")
        #expect(try rollouts.advance().map(\.id) == [rollout.id])
        guard case .halted(_, let problems)? = try rollouts.rollout(rollout.id)?.state else {
            throw Unexpected(what: "not halted")
        }
        #expect(
            problems.map(\.message) == [
                "1 failure was reported at 0 % of the clients; the limit of this step is 1."
            ])
    }

    @Test func `failures of clients that get the same revision by another rule do not halt a rollout`() throws {
        try home.publish(2, from: "8.0", until: "9.0")
        let rollout = try start()
        try report(3, version: "8.5")
        #expect(try rollouts.advance() == [])
        #expect(try rollouts.rollout(rollout.id)?.failures == 0)
        try report(1, version: "8.5", from: "192.0.2.1")
        try report(1, version: "9.5", from: "192.0.2.1")
        try report(1, version: "8.5", from: "192.0.2.1")
        #expect(try rollouts.rollout(rollout.id)?.failures == 1)
        #expect(try rollouts.advance().map(\.state.word) == ["halted"])
    }

    @Test func `a failure counts for each rule that can have given the revision to its client`() throws {
        let rollout = try start(
            .sample([
                RolloutStep(percent: 50, bakeMinutes: 10, failures: 3), RolloutStep(percent: 100, bakeMinutes: 0),
            ]))
        // From 9.5 on, the new rule serves revision 2 to the first 10 % of the clients, the rollout to the next 40 %.
        try home.publish(2, from: "9.5", percent: 10)
        try report(2, version: "9.6")
        #expect(try rollouts.advance() == [])
        try report(1, version: "9.6")
        #expect(try rollouts.rollout(rollout.id)?.failures == 3)
        #expect(try rollouts.advance().map(\.state.word) == ["halted"])
    }

    @Test func `however many apps report failures of another rule, those of the rollout's rule stay counted`() throws {
        try home.publish(2, from: "8.0", until: "9.0")
        let rollout = try start()
        try home.makeDue(rollout)
        _ = try rollouts.advance()
        try report(4)
        try home.pool.withConnection {
            try $0.execute(
                """
                INSERT INTO failure_reporter (feature_id, revision, platform, reporter, rule_from_key, last_at)
                SELECT id, 2, 'ios', decode(lpad(to_hex(number), 32, '0'), 'hex'), \(ClientVersion("8.0").sortKey),
                    clock_timestamp()
                FROM feature, generate_series(1, \(RenderFailureStore.maximumReporters)) AS number
                WHERE name = 'home.offers'
                """)
        }
        try report(1, version: "8.5")
        #expect(try rollouts.rollout(rollout.id)?.failures == 4)
        try report(1)
        #expect(try rollouts.advance().map(\.state.word) == ["halted"])
    }

    @Test func `a step with too many failures halts instead of being followed by the step that a person approves`()
        throws
    {
        let rollout = try start()
        try home.makeDue(rollout)
        _ = try rollouts.advance()
        try report(5)
        guard case .unchanged(let now) = try rollouts.approve(rollout.id, by: .operator) else {
            throw Unexpected(what: "approved")
        }
        #expect(now.state.word == "halted" && now.step == 1)
        #expect(try shares() == [1: 1_000])
        #expect(try home.stores.audit.events().contains { $0.action == "rollout.halted" })
    }

    @Test func `new failures count however many apps have reported failures before the rollout`() throws {
        let rollout = try start()
        try home.pool.withConnection {
            try $0.execute(
                """
                INSERT INTO failure_reporter (feature_id, revision, platform, reporter, rule_from_key, last_at)
                SELECT id, 2, 'ios', decode(lpad(to_hex(number), 32, '0'), 'hex'), \(ClientVersion("9.0").sortKey),
                    clock_timestamp() - interval '1 hour'
                FROM feature, generate_series(1, \(RenderFailureStore.maximumReporters)) AS number
                WHERE name = 'home.offers'
                """)
        }
        try report(1)
        #expect(try rollouts.rollout(rollout.id)?.failures == 1)
        let stored = try home.pool.withConnection { try $0.query("SELECT FROM failure_reporter").count }
        #expect(stored == RenderFailureStore.maximumReporters)
    }

    @Test func `a threshold of 0, or above the number of apps that are recorded, is refused`() throws {
        func faults(_ failures: Int) -> [String] {
            RolloutPlan.faults(
                of: [RolloutStep(percent: .everyone, bakeMinutes: 10, failures: failures)], name: "slow")
        }
        #expect(faults(1).isEmpty && faults(10_000).isEmpty)
        #expect(faults(10_001) == ["A threshold is 1 to 10000 reported failures."] && faults(0) == faults(10_001))
    }

    @Test func `failures count against the threshold even if the maximum of different failures is stored`() throws {
        let rollout = try start()
        try home.makeDue(rollout)
        _ = try rollouts.advance()
        for number in 0..<RenderFailureStore.maximumFailures {
            let report = FailureReport(
                feature: "home.offers", revision: 2, platform: "ios", clientVersion: "9.5", pointer: "/\(number)",
                reason: "forged")
            #expect(
                try home.stores.renderFailures.count(report, by: FailureReporter(address: "192.0.2.1")))
        }
        try report(4)
        #expect(try rollouts.advance().map(\.state.word) == ["halted"])
    }

    @Test func `a rollout stays with its renamed feature, even if another feature gets the former name`() throws {
        let rollout = try start()
        let rename = RenameRequest(feature: "home.offers", name: "home.deals", graceDays: 0)
        guard case .renamed = try home.releases.rename(rename, by: .operator) else {
            throw Unexpected(what: "not renamed")
        }
        try home.feature("home.offers", titles: ["Another"])
        try home.makeDue(rollout)
        let stepped = try #require(try rollouts.advance().first)
        #expect(stepped.step == 1 && stepped.features == ["home.deals"])
        #expect(try rollouts.current(of: "home.deals").map(\.id) == [rollout.id])
        #expect(try rollouts.current(of: "home.offers").isEmpty)
        #expect(try home.answer("9.5", bucket: 5, of: "home.deals")?.revision == 2)
        _ = try changed(rollouts.stop(rollout.id, reason: "wrong", by: .operator))
        #expect(try home.answer("9.5", bucket: 5, of: "home.deals")?.revision == 1)
        #expect(try home.releases.live(of: "home.offers")?.rules.isEmpty ?? true)
    }

    @Test func `failures reported by a person count, even in a paused rollout, and each step counts from 0`() throws {
        let rollout = try start()
        try home.makeDue(rollout)
        _ = try rollouts.advance()
        #expect(try changed(rollouts.report(rollout.id, failures: 4, note: "seen", by: .operator)).failures == 4)
        #expect(try changed(rollouts.approve(rollout.id, seeing: 1, by: .operator)).failures == 0)
        // The same request again, as after a double click.
        #expect(isUnchanged(try rollouts.approve(rollout.id, seeing: 1, by: .operator)))
        #expect(try shares() == [2: 100, 1: 900])
        _ = try changed(rollouts.pause(rollout.id, by: .operator))
        _ = try changed(rollouts.report(rollout.id, failures: 5, note: "seen", by: .operator))
        let halted = try #require(try rollouts.advance().first)
        #expect(halted.state.word == "halted")
        #expect(try shares() == [1: 1_000])
        #expect(isUnchanged(try rollouts.report(rollout.id, failures: 1, note: "", by: .operator)))
    }

    @Test func `a paused rollout makes no step, and a step after another release for its clients fails`() throws {
        let rollout = try start()
        _ = try changed(rollouts.pause(rollout.id, by: .operator))
        try home.makeDue(rollout)
        #expect(try rollouts.advance() == [])
        _ = try changed(rollouts.continue(rollout.id, by: .operator))
        #expect(try rollouts.advance().map(\.step) == [1])
        try home.publish(3, from: "9.0")
        try home.makeDue(rollout)
        let failed = try #require(try rollouts.advance().first)
        guard case .failed(let problems) = failed.state else { throw Unexpected(what: "\(failed.state)") }
        #expect(problems.map(\.code) == ["stale"])
        #expect(try home.answer("9.5")?.revision == 3)
        #expect(try rollouts.advance() == [])
        // A person approves the failed step; the other clients then get revision 3.
        _ = try changed(rollouts.approve(rollout.id, by: .operator))
        #expect(try shares() == [2: 100, 3: 900])
        _ = try changed(rollouts.stop(rollout.id, reason: "", by: .operator))
        #expect(try shares() == [3: 1_000])
    }

    @Test func `the expected release of a rule applies only to the first step`() throws {
        var request = try home.request(2, from: "9.0")
        request.rules[0].expectedRelease = try home.releases.newest()
        let release = try Installation.released(rollouts.start(request, plan: plan, by: .operator))
        let rollout = try #require(try rollouts.rollout(ofRelease: release.number))
        try home.makeDue(rollout)
        #expect(try rollouts.advance().map(\.step) == [1])
        #expect(try changed(rollouts.approve(rollout.id, by: .operator)).step == 2)
    }

    @Test func `a rollout whose rule was published for all clients finishes without a release`()
        throws
    {
        let rollout = try start()
        try home.makeDue(rollout)
        _ = try rollouts.advance()
        let release = try home.publish(2, from: "9.0").number
        let later = try #require(try home.stores.schedules.state(of: "home.offers", at: .now + 86_400))
        #expect(try shares(of: later.item?.rules) == [2: 1_000])
        #expect(later.release == release)
        #expect(later.refusedSteps.isEmpty)

        try home.makeDue(rollout)
        #expect(try rollouts.advance().map(\.step) == [2])
        // A person can approve a step without a release too.
        #expect(try changed(rollouts.approve(rollout.id, by: .operator)).state == .finished)
        #expect(try home.releases.newest() == release)
        #expect(try shares() == [2: 1_000])
        // A stop does not take away what a person has published.
        let stopped = try changed(rollouts.stop(rollout.id, reason: "wrong", by: .operator))
        #expect(stopped.state == .stopped(by: "operator"))
        #expect(try home.releases.newest() == release)
        #expect(try shares() == [2: 1_000])
    }

    @Test func `a step below a share published by hand makes no release, and a higher step raises the share`()
        throws
    {
        let rollout = try start(
            .sample([
                RolloutStep(percent: 1, bakeMinutes: 10), RolloutStep(percent: 10, bakeMinutes: 10),
                RolloutStep(percent: 100, bakeMinutes: 0),
            ]))
        let release = try home.publish(2, from: "9.0", percent: 50).number
        let later = try #require(try home.stores.schedules.state(of: "home.offers", at: .now + 86_400))
        #expect(try shares(of: later.item?.rules) == [2: 1_000])
        #expect(later.refusedSteps.isEmpty)
        try home.makeDue(rollout)
        #expect(try rollouts.advance().map(\.step) == [1])
        #expect(try home.releases.newest() == release)
        #expect(try shares() == [2: 500, 0: 500])
        try home.makeDue(rollout)
        #expect(try rollouts.advance().map(\.state) == [.finished])
        #expect(try home.releases.newest() == release + 1)
        #expect(try shares() == [2: 1_000])
    }

    @Test func `a step fails until a person approves it if other rules of its clients have changed`() throws {
        let rollout = try start()
        try home.publish(2, from: "9.0")
        let release = try home.publish(3, from: "9.5").number
        let later = try #require(try home.stores.schedules.state(of: "home.offers", at: .now + 86_400))
        #expect(later.refusedSteps.flatMap(\.problems).map(\.code) == ["stale"])
        try home.makeDue(rollout)
        #expect(try rollouts.advance().map(\.state.word) == ["failed"])
        #expect(try changed(rollouts.approve(rollout.id, by: .operator)).step == 1)
        #expect(try home.releases.newest() == release)
        #expect(try shares() == [3: 1_000])
    }

    @Test func `a step publishes only the rules whose share is below its own`() throws {
        try home.publish(1, from: "9.0", on: "android")
        let rules = try home.request(2, from: "9.0").rules + home.request(2, from: "9.0", on: "android").rules
        let release = try Installation.released(
            rollouts.start(PublishRequest(rules), plan: plan, by: .operator))
        let rollout = try #require(try rollouts.rollout(ofRelease: release.number))
        let widened = try home.publish(2, from: "9.0").number
        try home.makeDue(rollout)
        let foreseen = try #require(try home.stores.schedules.state(of: "home.offers", at: .now + 60))
        #expect(try rollouts.advance().map(\.step) == [1])
        #expect(try home.releases.newest() == widened + 1)
        for rules in [try home.releases.rules(of: "home.offers"), foreseen.item?.rules ?? []] {
            #expect(rules.filter { $0.platform == "ios" }.map(\.percent) == [100])
            #expect(rules.filter { $0.platform == "android" }.map(\.percent) == [1, 100])
        }
    }

    @Test func `a release that makes the next step of a rollout fail has a warning, and so has its plan`() throws {
        let rollout = try start(Self.wide)
        func sentences(_ outcome: PlanOutcome) throws -> [String] {
            guard case .planned(let plan) = outcome else { throw Unexpected(what: "\(outcome)") }
            return plan.warnings.filter { $0.code == "rollout-fails" }.map(\.message)
        }
        func failing(publishing request: PublishRequest) throws -> [String] {
            try sentences(home.releases.planPublish(request, by: .operator))
        }
        let sentence = """
            Rollout \(rollout.id) is open for the same clients (10 %). After this change, its next step will fail, \
            unless the change is undone before. The rollout then waits until a person approves the step or stops the rollout.
            """
        let request = try home.request(3, from: "9.5")
        #expect(try failing(publishing: request) == [sentence])
        let back = RollbackRequest(feature: "home.offers", toRelease: 1, reason: "")
        #expect(try sentences(home.releases.planRollback(back, by: .operator)) == [sentence])
        let off = SwitchRequest(feature: "home.offers", reason: "Crashes")
        #expect(try sentences(home.releases.planSwitchOff(off, by: .operator)) == [sentence])
        // A release for other clients, a wider share of the rollout's own rule, and its stop make no step fail.
        #expect(try failing(publishing: home.request(3, from: "9.0", on: "android")) == [])
        #expect(try failing(publishing: home.request(2, from: "9.0")) == [])
        guard case .planned(_, let stop) = try rollouts.planStop(rollout.id, by: .operator) else {
            throw Unexpected(what: "not planned")
        }
        #expect(try sentences(stop) == [])

        guard case .released(_, let warnings) = try home.releases.publish(request, by: .operator) else {
            throw Unexpected(what: "not released")
        }
        #expect(warnings.filter { $0.code == "rollout-fails" }.map(\.message) == [sentence])
        try home.makeDue(rollout)
        #expect(try rollouts.advance().map(\.state.word) == ["failed"])
        // The step has failed already, so further releases have no warning about it.
        #expect(try failing(publishing: home.request(1, from: "9.5")) == [])
        guard case .changed(_, let own) = try rollouts.approve(rollout.id, by: .operator) else {
            throw Unexpected(what: "not approved")
        }
        #expect(own.allSatisfy { $0.code != "rollout-fails" })
    }

    @Test func `the steps of a rollout do not warn of a schedule added during it, but its stop does`() throws {
        let rollout = try start(
            RolloutPlan.sample([
                RolloutStep(percent: 10, bakeMinutes: 10), RolloutStep(percent: 50, bakeMinutes: 10),
                RolloutStep(percent: 100, bakeMinutes: 0),
            ]))
        let request = try home.request(3, from: "9.0")
        guard
            case .scheduled(let schedule, _, _) = try home.stores.schedules.add(
                request, at: .now + 3_600, by: .operator),
            case .changed(_, let step) = try rollouts.approve(rollout.id, by: .operator),
            case .changed(_, let stop) = try rollouts.stop(rollout.id, reason: "", by: .operator)
        else { throw Unexpected(what: "another outcome") }
        #expect(step.allSatisfy { $0.code != "schedule-fails" })
        let sentences = stop.filter { $0.code == "schedule-fails" }.map(\.message)
        #expect(sentences.count == 1 && sentences.first?.hasPrefix("Schedule \(schedule.id) is due at ") == true)
    }

    @Test func `a step for a switched-off platform fails, even with the approval of a person`() throws {
        let rollout = try start()
        _ = try Installation.released(
            home.releases.switchOff(
                SwitchRequest(feature: "home.offers", platform: "ios", reason: "Crashes"), by: .operator))
        try home.makeDue(rollout)
        #expect(try rollouts.advance().map(\.state.word) == ["failed"])
        guard case .refused(.rejected(let problems)) = try rollouts.approve(rollout.id, by: .operator) else {
            throw Unexpected(what: "not refused")
        }
        #expect(problems.map(\.code) == ["switched-off"])
        #expect(try home.releases.live(of: "home.offers")?.switchedOff == ["ios"])
        _ = try Installation.released(
            home.releases.switchOn(
                SwitchRequest(feature: "home.offers", platform: "ios", reason: "Mended"), by: .operator))
        #expect(try changed(rollouts.approve(rollout.id, by: .operator)).step == 1)
    }

    @Test func `a rollout that switches a platform on warns of the rule that resumes beside its own`() throws {
        func sentences(_ request: PublishRequest, plan: RolloutPlan?) throws -> [String] {
            let outcome =
                try plan.map { try rollouts.planStart(request, plan: $0, by: .operator) }
                ?? home.releases.planPublish(request, by: .operator)
            guard case .planned(let planned) = outcome else { throw Unexpected(what: "\(outcome)") }
            return planned.warnings.filter { $0.code == ReleaseProblem.switchedOnAgain }.map(\.message)
        }
        let off = SwitchRequest(feature: "home.offers", platform: "ios", reason: "Crashes")
        _ = try Installation.released(home.releases.switchOff(off, by: .operator))
        let request = try home.request(2, from: "9.0")
        #expect(
            try sentences(request, plan: Self.wide) == [
                "iOS switches back on; the rule from 9.0 (revision 1) resumes."
            ])
        // A publish without a rollout plan replaces that rule.
        #expect(try sentences(request, plan: nil) == [])
        _ = try startWide(2)
        #expect(try shares() == [2: 100, 1: 900])
    }

    @Test func `a feature with an open rollout cannot be archived, even if it is switched off`() throws {
        let rollout = try start()
        _ = try Installation.released(
            home.releases.switchOff(
                SwitchRequest(feature: "home.offers", platform: "ios", reason: "Crashes"), by: .operator))
        func archive() throws -> ArchiveOutcome {
            try home.stores.features.archive("home.offers", reason: "", by: .operator)
        }
        #expect(try archive() == .rollingOut([rollout.id]))
        _ = try changed(rollouts.pause(rollout.id, by: .operator))
        #expect(try archive() == .rollingOut([rollout.id]))
        #expect(try home.stores.features.summary(of: "home.offers")?.archive == nil)
        _ = try changed(rollouts.stop(rollout.id, reason: "", by: .operator))
        #expect(try archive() == .done)
    }

    @Test func `a rollout whose author may no longer publish continues with another person's approval`() throws {
        func account(_ name: String) throws -> Actor {
            guard
                case .added(let account) = try home.stores.accounts.add(
                    name: name, password: "seven quiet herons", roles: [.releaseManager], by: .operator)
            else { throw Unexpected(what: "not added") }
            return account.actor
        }
        // The first account gets all roles, so another one is added before.
        _ = try home.stores.accounts.add(
            name: "mira", password: "seven quiet herons", roles: Set(Role.allCases), by: .operator)
        let (rui, noor) = (try account("rui"), try account("noor"))
        let release = try Installation.released(
            rollouts.start(home.request(2, from: "9.0"), plan: plan, by: rui))
        let rollout = try #require(try rollouts.rollout(ofRelease: release.number))
        let due = try #require(rollout.dueAt)
        let allowed = try #require(try home.stores.schedules.state(of: "home.offers", at: due + 1))
        #expect(try shares(of: allowed.item?.rules) == [2: 10, 1: 990])
        #expect(allowed.refusedSteps.isEmpty)
        _ = try home.stores.accounts.setRoles(of: "rui", to: [.analyst], by: .operator)
        // The state at a future moment omits the step and states the reason.
        let foreseen = try #require(try home.stores.schedules.state(of: "home.offers", at: due + 1))
        #expect(try shares(of: foreseen.item?.rules) == [1: 1_000])
        #expect(foreseen.refusedSteps.map(\.rollout.id) == [rollout.id])
        #expect(foreseen.refusedSteps.flatMap(\.problems).map(\.code) == ["author-not-allowed"])
        #expect(
            foreseen.remarks == [
                "The step of rollout \(rollout.id) to 1 % would be refused: rui may no longer publish."
            ])
        try home.makeDue(rollout)
        guard case .failed(let problems)? = try rollouts.advance().first?.state else {
            throw Unexpected(what: "not failed")
        }
        #expect(problems.map(\.code) == ["author-not-allowed"])
        guard case .refused(.rejected) = try rollouts.approve(rollout.id, by: rui) else {
            throw Unexpected(what: "not refused")
        }
        #expect(try changed(rollouts.approve(rollout.id, by: noor)).step == 1)
        #expect(try home.releases.all(limit: 1).first?.author.name == "noor")
    }

    @Test func `a step that requires approval waits for it`() throws {
        let rollout = try start(
            .sample([
                RolloutStep(percent: 1, bakeMinutes: 10, approval: true), RolloutStep(percent: 100, bakeMinutes: 10),
            ]))
        try home.makeDue(rollout)
        #expect(try rollouts.advance() == [])
        #expect(try rollouts.rollout(rollout.id)?.state == .awaitingApproval)
        #expect(try changed(rollouts.approve(rollout.id, by: .operator)).state == .running)
        #expect(try shares() == [2: 1_000])
        #expect(isUnchanged(try rollouts.approve(rollout.id, by: .operator)))
        try home.makeDue(rollout)
        #expect(try rollouts.rollout(rollout.id)?.state == .finished)
    }

    @Test func `an approval after another release is refused as stale, and a later approval is accepted`()
        throws
    {
        let rollout = try start(
            .sample([
                RolloutStep(percent: 1, bakeMinutes: 10, approval: true),
                RolloutStep(percent: 10, bakeMinutes: 10), RolloutStep(percent: 100, bakeMinutes: 0),
            ]))
        func staleness(expecting expected: Int?) throws -> [Int] {
            let outcome = try rollouts.approve(rollout.id, expecting: expected, by: .operator)
            guard case .refused(.stale(let staleness)) = outcome else { throw Unexpected(what: "\(outcome)") }
            guard case .failed(let problems)? = try rollouts.rollout(rollout.id)?.state else {
                throw Unexpected(what: "not failed")
            }
            #expect(problems.map(\.code) == ["stale"])
            return staleness.releases.map(\.number)
        }
        try home.makeDue(rollout)
        let other = try home.publish(3, from: "5.0").number
        #expect(try staleness(expecting: rollout.stepRelease) == [other])
        let event = try #require(try home.stores.audit.events(limit: 1).first)
        #expect(event.action == "rollout.failed")
        // The same request again, as after a double click, is stale too.
        #expect(try staleness(expecting: rollout.stepRelease) == [other])
        #expect(try rollouts.advance() == [])
        #expect(try changed(rollouts.approve(rollout.id, expecting: other, by: .operator)).step == 1)
        #expect(try shares() == [2: 100, 1: 900])

        // Without an expected release, the second approval is accepted, even in a paused rollout.
        _ = try changed(rollouts.pause(rollout.id, by: .operator))
        let another = try home.publish(3, from: "4.0").number
        #expect(try staleness(expecting: nil) == [another])
        #expect(try changed(rollouts.approve(rollout.id, by: .operator)).state == .finished)
        #expect(try shares() == [2: 1_000])
    }

    @Test func `the state at a future moment has the shares that are served then`() throws {
        let rollout = try start()
        let due = try #require(rollout.dueAt)
        var planned: [[Int: Int]] = []
        for minutes in [0.0, 10, 20, 25] {
            let moment = due.addingTimeInterval(minutes * 60 + 1)
            let item = try #require(try home.stores.schedules.state(of: "home.offers", at: moment)?.item)
            planned.append(try shares(of: item.rules))
        }
        var served: [[Int: Int]] = []
        for _ in 0..<3 {
            try home.makeDue(rollout)
            _ = try rollouts.advance()
            served.append(try shares())
        }
        #expect(planned == served + [[2: 1_000]])
    }

    @Test func `only one of eight concurrent calls of advance makes the step`() async throws {
        let rollout = try start()
        try home.makeDue(rollout)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { _ = try RolloutStore(pool: home.pool, releases: home.releases).advance() }
            }
            try await group.waitForAll()
        }
        #expect(try rollouts.rollout(rollout.id)?.step == 1)
        #expect(try home.releases.newest() == 3)
    }

    /// Returns the problems for which a further rollout is refused; empty if it would start.
    private func refusals(
        _ revision: Int = 3, from: String, on platform: String = "ios", of feature: String = "home.offers"
    ) throws -> [ReleaseProblem] {
        let request = try home.request(revision, from: from, on: platform, of: feature)
        let small = RolloutPlan.sample([
            RolloutStep(percent: 1, bakeMinutes: 10), RolloutStep(percent: 100, bakeMinutes: 0),
        ])
        switch try rollouts.planStart(request, plan: small, by: .operator) {
        case .planned: return []
        case .refused(.rejected(let planned)):
            guard case .refused(.rejected(let problems)) = try rollouts.start(request, plan: small, by: .operator)
            else {
                throw Unexpected(what: "started")
            }
            #expect(planned == problems)
            return problems
        case let other: throw Unexpected(what: "\(other)")
        }
    }

    @Test func `a second rollout of the same rule is refused until the first one has ended`() throws {
        let first = try start(
            .sample([RolloutStep(percent: 50, bakeMinutes: 10), RolloutStep(percent: 100, bakeMinutes: 10)]))
        let problems = try refusals(from: "9.0.0")
        #expect(problems.map(\.code) == ["rollout-open"])
        #expect(problems.first?.message.hasPrefix("Rollout \(first.id) of the rule from 9.0.0 on iOS") == true)
        #expect(problems.first?.message.contains("it reaches 50 % of the clients. Stop it, or wait") == true)
        #expect(try shares() == [2: 500, 1: 500])
        #expect(try rollouts.all(limit: 10).count == 1)
        // Rules for other versions and platforms of the feature can be rolled out.
        #expect(try refusals(from: "10.0") == [])
        #expect(try refusals(from: "9.0", on: "android") == [])

        _ = try changed(rollouts.pause(first.id, by: .operator))
        #expect(try refusals(from: "9").count == 1)
        _ = try changed(rollouts.continue(first.id, by: .operator))
        // The rollout's own next step is made, and the rollout is open until the time of the last step is over.
        try home.makeDue(first)
        #expect(try rollouts.advance().map(\.percent) == [.everyone])
        #expect(try refusals(from: "9.0").count == 1)
        try home.makeDue(first)
        #expect(try rollouts.rollout(first.id)?.state == .finished)
        #expect(try refusals(from: "9.0") == [])
    }

    private static let wide = RolloutPlan.sample([
        RolloutStep(percent: 10, bakeMinutes: 10), RolloutStep(percent: 100, bakeMinutes: 0),
    ])

    @Test func `a stop does not take away what somebody has published, whatever its share`() throws {
        /// Stops the rollout, and returns the shares that the plan of the stop and the stop itself leave.
        func stop(_ rollout: Rollout) throws -> [[Int: Int]] {
            var planned = try shares()
            switch try rollouts.planStop(rollout.id, by: .operator) {
            case .planned(_, .planned(let plan)): planned = try shares(of: plan.items.first?.rules)
            case .planned(_, .refused(.unchanged)): break
            case let other: throw Unexpected(what: "\(other)")
            }
            _ = try changed(rollouts.stop(rollout.id, reason: "wrong", by: .operator))
            return [planned, try shares()]
        }
        let everyone = [2: 1_000]

        let wider = try start(Self.wide)
        try home.publish(2, from: "9.0")
        #expect(try stop(wider) == [everyone, everyone])

        // The published share is the same as that of the rollout, but has replaced the former revision.
        try home.publish(1, from: "9.0")
        let same = try start(Self.wide)
        try home.publish(2, from: "9.0", percent: 10)
        let tenth = [2: 100, 0: 900]
        #expect(try stop(same) == [tenth, tenth])

        // A publish after the last step changes nothing for clients, but the rule then stays after a stop.
        try home.publish(1, from: "9.0")
        let finished = try start(Self.wide)
        try approveNextStep(of: finished)
        try home.publish(2, from: "9.0")
        #expect(try stop(finished) == [everyone, everyone])

        // A larger step after a publish is the rollout's own: a stop brings back the published share.
        try home.publish(1, from: "9.0")
        let raised = try start(Self.wide)
        try home.publish(2, from: "9.0", percent: 50)
        try approveNextStep(of: raised)
        #expect(try shares() == everyone)
        let half = [2: 500, 0: 500]
        #expect(try stop(raised) == [half, half])

        // Publishes for other clients do not keep the rollout's rule from being removed by a stop.
        try home.publish(1, from: "9.0")
        let other = try start(Self.wide)
        try home.publish(2, from: "9.0", on: "android")
        try home.publish(3, from: "12.0")
        #expect(try stop(other) == [[1: 1_000], [1: 1_000]])
    }

    @Test func `a halt does not take away what somebody has published`() throws {
        let rollout = try start()
        let release = try home.publish(2, from: "9.0").number
        _ = try changed(rollouts.report(rollout.id, failures: 1, note: "seen", by: .operator))
        let halted = try #require(try rollouts.advance().first)
        guard case .halted(nil, let problems) = halted.state else { throw Unexpected(what: "\(halted.state)") }
        #expect(problems.map(\.code) == ["too-many-failures"])
        #expect(try home.releases.newest() == release)
        #expect(try shares() == [2: 1_000])
    }

    @Test func `a stop does not take away the same revision of another rollout`() throws {
        let first = try start(Self.wide)
        try approveNextStep(of: first)
        try home.publish(1, from: "9.0")
        let second = try startWide(2)
        _ = try changed(rollouts.stop(first.id, reason: "", by: .operator))
        #expect(try shares() == [2: 100, 1: 900])
        _ = try changed(rollouts.stop(second.id, reason: "", by: .operator))
        #expect(try shares() == [1: 1_000])
    }

    @Test func `a schedule due after the last step of an open rollout is released without a warning`() throws {
        let rollout = try start(Self.wide)
        let request = try home.request(3, from: "9.0")
        let schedules = home.stores.schedules
        func warns(after seconds: Double) throws -> Bool {
            guard case .planned(let plan) = try schedules.plan(request, at: .now + seconds, by: .operator) else {
                throw Unexpected(what: "not planned")
            }
            return plan.warnings.contains { $0.code == "rollout-fails" }
        }
        // The last step is due in ten minutes.
        #expect(try warns(after: 300))
        #expect(try !warns(after: 3_600))
        _ = try changed(rollouts.pause(rollout.id, by: .operator))
        #expect(try warns(after: 3_600))
        _ = try changed(rollouts.continue(rollout.id, by: .operator))

        guard case .scheduled(let schedule, _, _) = try schedules.add(request, at: .now + 3_600, by: .operator) else {
            throw Unexpected(what: "not scheduled")
        }
        let later = try #require(try schedules.state(of: "home.offers", at: .now + 7_200))
        #expect(later.refused.isEmpty && later.refusedSteps.isEmpty)
        #expect(try shares(of: later.item?.rules) == [3: 1_000])
        try home.makeDue(rollout)
        #expect(try rollouts.advance().map(\.state) == [.finished])
        try home.makeDue(schedule.id)
        #expect(try schedules.releaseDue().map(\.state) == [.released(later.release)])
        #expect(try shares() == [3: 1_000])
    }

    @Test func `a schedule added before a rollout of the same rule fails if it is due after the start`() throws {
        let schedules = home.stores.schedules
        guard
            case .scheduled(let schedule, _, _) = try schedules.add(
                home.request(3, from: "9.0"), at: .now + 3_600, by: .operator)
        else { throw Unexpected(what: "not scheduled") }
        _ = try start(Self.wide)
        let later = try #require(try schedules.state(of: "home.offers", at: .now + 7_200))
        #expect(later.refused.flatMap(\.problems).map(\.code) == ["stale"])
        try home.makeDue(schedule.id)
        #expect(try schedules.releaseDue().map(\.state.word) == ["failed"])
    }

    @Test func `after an older rollout is stopped, clients outside the newer one get the earlier revision`() throws {
        let first = try start(Self.wide)
        try home.makeDue(first)
        #expect(try rollouts.advance().count == 1)
        #expect(try shares() == [2: 1_000])
        let release = try Installation.released(
            rollouts.start(home.request(3, from: "9.0"), plan: Self.wide, by: .operator))
        let second = try #require(try rollouts.rollout(ofRelease: release.number))
        #expect(try shares() == [3: 100, 2: 900])

        _ = try changed(rollouts.stop(first.id, reason: "", by: .operator))
        #expect(try shares() == [3: 100, 1: 900])
        _ = try changed(rollouts.stop(second.id, reason: "", by: .operator))
        #expect(try shares() == [1: 1_000])
    }

    /// Starts a rollout of a revision from 9.0 at 10 %.
    private func startWide(_ revision: Int) throws -> Rollout {
        let release = try Installation.released(
            rollouts.start(home.request(revision, from: "9.0"), plan: Self.wide, by: .operator))
        return try #require(try rollouts.rollout(ofRelease: release.number))
    }

    /// Approves the next step, twice if the first approval is stale because of other releases.
    private func approveNextStep(of rollout: Rollout) throws {
        if case .changed = try rollouts.approve(rollout.id, by: .operator) { return }
        _ = try changed(rollouts.approve(rollout.id, by: .operator))
    }

    private func remove(_ revision: Int) throws {
        let removal = RemovalRequest(
            feature: "home.offers", platform: "ios", from: try ClientVersion("9.0"), revision: revision)
        _ = try Installation.released(home.releases.remove(removal, by: .operator))
    }

    @Test func `a stop restores neither a stopped revision nor a removed rule`() throws {
        try home.publish(1, from: "1.0")
        try remove(1)
        let first = try startWide(2)
        try approveNextStep(of: first)
        #expect(try shares() == [2: 1_000])
        let second = try startWide(3)
        _ = try changed(rollouts.stop(first.id, reason: "", by: .operator))
        #expect(try shares() == [3: 100, 1: 900])
        try approveNextStep(of: second)
        #expect(try shares() == [3: 1_000])
        _ = try changed(rollouts.stop(second.id, reason: "", by: .operator))
        #expect(try shares() == [1: 1_000])

        try home.publish(2, from: "9.0")
        let third = try startWide(3)
        try remove(2)
        try approveNextStep(of: third)
        _ = try changed(rollouts.stop(third.id, reason: "", by: .operator))
        #expect(try shares() == [1: 1_000])
        #expect(try home.answer("9.5")?.revision == 1)
    }

    @Test func `a stop does not restore a rule that was removed before the rollout was published for all`() throws {
        let rollout = try start(Self.wide)
        try remove(1)
        try approveNextStep(of: rollout)
        #expect(try shares() == [2: 1_000])
        _ = try changed(rollouts.stop(rollout.id, reason: "", by: .operator))
        #expect(try shares() == [0: 1_000])
    }

    @Test func `a stop does not restore a rule that was removed during the rollout`() throws {
        let rollout = try start(Self.wide)
        let removal = RemovalRequest(
            feature: "home.offers", platform: "ios", from: try ClientVersion("9.0"), revision: 1)
        _ = try Installation.released(home.releases.remove(removal, by: .operator))
        #expect(try shares() == [2: 100, 0: 900])
        _ = try changed(rollouts.stop(rollout.id, reason: "", by: .operator))
        #expect(try shares() == [0: 1_000])
    }

    @Test func `a stop warns once of each restored rule, however many platforms and steps the rollout had`() throws {
        try home.save(Installation.screen("Four", #", "badge": "b""#))
        for platform in ["ios", "android"] { try home.publish(4, from: "9.0", on: platform) }
        let rules = try home.request(2, from: "9.0").rules + home.request(2, from: "9.0", on: "android").rules
        let release = try Installation.released(
            rollouts.start(PublishRequest(rules), plan: Self.wide, by: .operator))
        let rollout = try #require(try rollouts.rollout(ofRelease: release.number))
        try approveNextStep(of: rollout)
        let stricter = try SchemaRepository(
            documents: Installation.schemas().documents.map { document in
                let text = String(decoding: document.bytes, as: UTF8.self)
                return RepositoryFile(
                    path: document.path, bytes: Array(text.replacing("\"6.0\"", with: "\"10.0\"").utf8))
            })
        try home.stores.schemaReleases.adopt(stricter, by: .operator)

        guard case .planned(_, .planned(let stop)) = try rollouts.planStop(rollout.id, by: .operator) else {
            throw Unexpected(what: "not planned")
        }
        let sentences = stop.warnings.filter { $0.code == "unsupported-range" }.map(\.message)
        #expect(sentences.count == 2 && Set(sentences).count == 2, "\(sentences)")
    }

    @Test func `a failed rollout prevents further ones, even after a rename, until it is stopped`()
        throws
    {
        let first = try start()
        try home.publish(3, from: "9.0")
        try home.makeDue(first)
        #expect(try rollouts.advance().map(\.state.word) == ["failed"])
        #expect(try refusals(from: "9.0").map(\.code) == ["rollout-open"])
        _ = try home.releases.rename(
            RenameRequest(feature: "home.offers", name: "home.deals", graceDays: 1), by: .operator)
        #expect(try refusals(from: "9.0", of: "home.deals").map(\.code) == ["rollout-open"])
        #expect(try refusals(from: "9.0", of: "home.offers").map(\.code) == ["rollout-open"])
        // No rule of the rollout is live, so stopping it makes no release.
        let newest = try home.releases.newest()
        #expect(try changed(rollouts.stop(first.id, reason: "", by: .operator)).state == .stopped(by: "operator"))
        #expect(try home.releases.newest() == newest)
        #expect(try home.answer("9.5", of: "home.deals")?.revision == 3)
        #expect(try refusals(2, from: "9.0", of: "home.deals") == [])
    }

    @Test func `one of several rules with the same start is removed by its revision`() throws {
        _ = try start(.sample([RolloutStep(percent: 10, bakeMinutes: 10), RolloutStep(percent: 100, bakeMinutes: 0)]))
        var request = RemovalRequest(
            feature: "home.offers", platform: "ios", from: try ClientVersion("9.0"), revision: 7)
        guard case .refused(.rejected(let problems)) = try home.releases.planRemoval(request, by: .operator) else {
            throw Unexpected(what: "planned")
        }
        #expect(
            problems.map(\.message) == [
                "home.offers has no rule of revision 7 that starts at 9.0 on iOS; "
                    + "the rules that start there serve revisions 2, 1."
            ])
        request.revision = 2
        _ = try Installation.released(home.releases.remove(request, by: .operator))
        #expect(try shares() == [1: 1_000])
    }

    @Test func `a rollback to the release of a step restores its shares`() throws {
        let rollout = try start()
        try home.makeDue(rollout)
        let step = try #require(try rollouts.advance().first)
        try home.publish(3, from: "9.0")
        _ = try Installation.released(
            home.releases.rollback(
                RollbackRequest(feature: "home.offers", toRelease: step.stepRelease, reason: ""), by: .operator))
        #expect(try shares() == [2: 10, 1: 990])
    }

    @Test func `a rollback warns of a revision whose rollout was stopped or halted, with the reason`() throws {
        func sentences(_ target: RollbackTarget) throws -> [String] {
            let outcome = try home.releases.planRollback(RollbackRequest(target, reason: ""), by: .operator)
            guard case .planned(let plan) = outcome else { throw Unexpected(what: "\(outcome)") }
            return plan.warnings.filter { $0.code == "stopped-revision" }.map(\.message)
        }
        func state(after release: Int) -> RollbackTarget { .feature("home.offers", afterRelease: release) }
        let again = "Revision 2 is served again on iOS from 9.0 on."

        let stopped = try start(Self.wide)
        let during = Date.now
        _ = try changed(rollouts.stop(stopped.id, reason: "wrong rate ", by: .operator))
        let stop = "\(again) Rollout \(stopped.id) of this revision was stopped by operator: wrong rate."
        for target in [state(after: stopped.release), .release(try home.releases.newest()), .moment(during)] {
            #expect(try sentences(target) == [stop])
        }
        let request = RollbackRequest(state(after: stopped.release), reason: "")
        guard case .released(_, let warnings) = try home.releases.rollback(request, by: .operator) else {
            throw Unexpected(what: "not rolled back")
        }
        #expect(warnings.filter { $0.code == "stopped-revision" }.map(\.message) == [stop])

        // There is no warning of a revision that somebody has published after the stop.
        let published = try home.publish(2, from: "9.0").number
        try home.publish(1, from: "9.0")
        #expect(try sentences(state(after: published)) == [])

        let halted = try start()
        try home.makeDue(halted)
        let step = try #require(try rollouts.advance().first).stepRelease
        _ = try changed(rollouts.report(halted.id, failures: 5, note: "", by: .operator))
        #expect(try rollouts.advance().map(\.state.word) == ["halted"])
        #expect(
            try sentences(state(after: step)) == [
                "\(again) Rollout \(halted.id) of this revision was halted: 5 failures were reported "
                    + "at 1 % of the clients; the limit of this step is 5."
            ])
        // At 0 %, only test devices got the revision.
        #expect(try sentences(state(after: halted.release)) == [])
    }

    @Test func `the lengths of names and notes are counted in Unicode scalars, as in the database`() throws {
        // One character of three scalars.
        let letter = "e\u{301}\u{323}"
        #expect(try rollouts.save(String(repeating: letter, count: 33), plan.steps, by: .operator) == [])
        #expect(try rollouts.save(String(repeating: letter, count: 34), plan.steps, by: .operator).count == 1)
        let rollout = try start()
        let note = String(repeating: letter, count: 2_000)
        #expect(try changed(rollouts.report(rollout.id, failures: 1, note: note, by: .operator)).failures == 1)
    }

    @Test func `plans are saved, replaced and withdrawn, and refused if a step does not raise the share`() throws {
        #expect(try rollouts.plans().map(\.name) == ["default"])
        #expect(try rollouts.save("slow", plan.steps, by: .operator) == [])
        #expect(try rollouts.save("slow", Array(plan.steps.dropFirst()), by: .operator) == [])
        #expect(try rollouts.plan("slow")?.steps == Array(plan.steps.dropFirst()))
        #expect(try rollouts.save("slow", Array(plan.steps.reversed()), by: .operator).count == 2)
        #expect(try rollouts.withdraw("slow", by: .operator))
        #expect(try !rollouts.withdraw("slow", by: .operator))
        #expect(try !rollouts.withdraw("default", by: .operator))
        #expect(try rollouts.plans().map(\.name) == ["default"])
    }

    /// Simulates up to ten hours of a rollout of a faulty edition; returns the number of clients that got the edition.
    ///
    /// A client fetches it about once in 20 minutes and fails each time; a third of the failures are reported.
    /// `counts` are the numbers of clients in each bucket.
    private static func clients(_ steps: [RolloutStep], counts: [Int], _ numbers: inout SeededNumbers) -> Int {
        var had = Set<Int>()
        var (step, began, failures) = (0, 0, 0)
        for minute in 0..<600 {
            for client in 0..<counts.prefix(steps[step].percent.tenths).reduce(0, +) where numbers.next() % 20 == 0 {
                had.insert(client)
                if numbers.next() % 3 == 0 { failures += 1 }
            }
            switch steps[step].decision(after: Double(minute - began) * 60, failures: failures) {
            case .halt: return had.count
            case .wait: break
            case .proceed:
                guard step + 1 < steps.count else { return had.count }
                (step, began, failures) = (step + 1, minute, 0)
            }
        }
        return had.count
    }

    @Test func `the default plan halts a faulty edition before 2 % of the clients get it`() throws {
        let steps = try #require(try rollouts.plan(RolloutPlan.usual)).steps
        var numbers = SeededNumbers(seed: 14)
        var worst = 0
        for run in 0..<1_000 {
            var counts = [Int](repeating: 0, count: RolloutBucket.count)
            for client in 0..<10_000 {
                let bucket =
                    run < 2
                    ? RolloutBucket.bucket(ofInstallation: "phone-\(client)", feature: "home.run\(run)")
                    : Int(numbers.next() % 1_000)
                counts[bucket] += 1
            }
            worst = max(worst, Self.clients(steps, counts: counts, &numbers))
        }
        print("rollout simulation: at most \(worst) of 10,000 clients had the bad edition in 1,000 runs")
        #expect(worst < 200)
        // To prove that the thresholds matter: without them, more clients get the edition.
        let blind = steps.map { RolloutStep(percent: $0.percent, bakeMinutes: $0.bakeMinutes) }
        let counts = [Int](repeating: 10, count: RolloutBucket.count)
        #expect(Self.clients(blind, counts: counts, &numbers) > 200)
    }
}

extension RolloutPlan {
    fileprivate static func sample(_ steps: [RolloutStep]) -> RolloutPlan {
        RolloutPlan(name: "test", steps: steps, author: "operator", createdAt: .now)
    }
}

extension Installation {
    /// Moves the end of a rollout's current step into the past.
    func makeDue(_ rollout: Rollout) throws {
        let owner = try connectAsOwner()
        try owner.execute("ALTER TABLE rollout_event DISABLE TRIGGER rollout_event_append_only")
        try owner.execute(
            """
            UPDATE rollout_event SET due_at = clock_timestamp() - interval '1 second'
            WHERE rollout_id = \(rollout.id) AND due_at IS NOT NULL
            """)
        try owner.execute("ALTER TABLE rollout_event ENABLE TRIGGER rollout_event_append_only")
    }
}
