import Foundation
import Mustache
import Publishing

/// The page of the rollouts, which publish revisions in steps, and of the plans for these steps.
struct RolloutIndexPage: Page {
    static let template = "rollouts/index"
    var chrome: Chrome
    var hasRollouts: Bool
    var rollouts: [RolloutRow]
    var plans: [Plan]
    /// A sentence about the older rollouts that are not listed; nil if there are none.
    var cut: String?
    /// True if the signed-in person may save plans.
    var mayChange: Bool
    /// The new plan as typed, and its faults. Its steps are separated by spaces, each as
    /// `PERCENT:MINUTES:FAILURES:approval`, of which only `PERCENT` is required.
    var planName = ""
    var planSteps = "0:10:1 1:60:5 10:60:25 50:60:100 100"
    var planProblem: String?

    /// A plan with its steps as text.
    struct Plan: Sendable {
        var name: String
        var steps: [String]
        /// True if the signed-in person may withdraw the plan; nobody may withdraw the default plan.
        var isWithdrawable: Bool

        init(_ plan: RolloutPlan, mayChange: Bool) {
            name = plan.name
            steps = plan.steps.map(RolloutRow.words)
            isWithdrawable = mayChange && plan.name != RolloutPlan.usual
        }
    }

    static let sample = RolloutIndexPage(
        chrome: .sample, hasRollouts: true, rollouts: [.sample],
        plans: [
            Plan(
                RolloutPlan(name: "slow", steps: Rollout.sample.steps, author: "galley", createdAt: .distantPast),
                mayChange: true)
        ], cut: "Only the newest 100 are listed.", mayChange: true, planName: "slow",
        planProblem: "Each step must have a larger share than the one before.")
}

extension RolloutIndexPage.Plan: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "name": name
        case "steps": steps
        case "isWithdrawable": isWithdrawable
        default: nil
        }
    }
}

/// A rollout in a list.
struct RolloutRow: Sendable {
    var number: Int
    var features: [ReleaseRow.Link]
    /// The rules that the rollout publishes; with the names of their features if there are several features.
    var rules: [String]
    /// The index of the current step, from 0.
    var step: Int
    /// The number of a release, which the form sends: the next step is refused if the rules for the rollout's clients
    /// have changed since this release.
    var expected: Int
    var share: String
    var progress: String
    var failures: String
    var state: String
    /// The style of the state: `live`, `ok`, `bad`, `warn` for a rollout that others have overtaken, or empty.
    var kind: String
    var details: [String]
    /// The time of the next step; nil if the step is due, or if none is published automatically.
    var next: TimeLabel?
    /// The time of a next step that is due; nil otherwise.
    var due: TimeLabel?
    var who: String
    var reason: String?
    /// The addresses of the actions; nil if they are not possible, or not allowed for the signed-in person.
    var pauseHref: String?
    var continueHref: String?
    var approveHref: String?
    var reportHref: String?
    var stopHref: String?

    /// Creates the row of a rollout. `overtaken` states how others have changed the rules for its clients since its
    /// current step; nil if they have not.
    init(
        _ rollout: Rollout, platforms: [Platform], mayChange: Bool, mayReport: Bool, clock: Clock,
        overtaken: OvertakenRollout? = nil
    ) {
        number = rollout.id
        features = rollout.features.map { ReleaseRow.Link(name: $0, href: Paths.feature($0)) }
        rules = rollout.request.rules.map { Self.phrase(for: $0, of: rollout, platforms) }
        step = rollout.step
        expected = rollout.stepRelease
        share = overtaken?.share(of: rollout.percent) ?? Self.share(of: rollout.percent)
        progress = Texts["rollouts.progress", ["step": rollout.step + 1, "steps": rollout.steps.count]]
        failures = Texts["rollouts.failures", ["count": rollout.failures]]
        who = rollout.author.name
        reason = rollout.reason.nonEmpty
        (details, kind) = ([], "")
        switch rollout.state {
        case .running:
            (state, kind) = (Texts["rollouts.running"], "live")
            if rollout.hasNextStep, let dueAt = rollout.dueAt {
                let isDue = dueAt.timeIntervalSince(clock.now) < Double(TimeLabel.clockTolerance)
                if isDue { due = clock.when(dueAt) } else { next = clock.when(dueAt) }
            }
        case .awaitingApproval: (state, kind) = (Texts["rollouts.awaiting"], "live")
        case .paused(let name):
            state = Texts["rollouts.paused"]
            details = [Texts["rollouts.paused-by", ["name": name]]]
        case .failed(let problems):
            (state, kind) = (Texts["rollouts.failed"], "bad")
            let hasLost = overtaken.map { $0.audience != .all } ?? false
            let hint = hasLost ? Texts["rollouts.failed-lost-hint"] : Texts["rollouts.failed-hint"]
            details = problems.map(\.message) + (overtaken?.sentences(about: rollout, platforms) ?? []) + [hint]
        case .halted(let release, let problems):
            (state, kind) = (Texts["rollouts.halted"], "bad")
            // If the rollout's rules could not be taken out, `problems` contains the reasons for that after the reason
            // for the halt.
            let stays = problems.count > 1 ? Texts["rollouts.stays"] : Texts["rollouts.kept"]
            details =
                problems.map(\.message)
                + [release.map { Texts["rollouts.went-back", ["release": $0]] } ?? stays]
        case .stopped(let name):
            state = Texts["rollouts.stopped"]
            details = [Texts["rollouts.stopped-by", ["name": name]]]
        case .finished: (state, kind) = (Texts["rollouts.finished"], "ok")
        }
        if let overtaken, kind != "bad" {
            kind = "warn"
            details += overtaken.sentences(about: rollout, platforms)
        }
        let path = Paths.rollout(rollout.id)
        if mayReport, rollout.state.countsFailures { reportHref = path + "/failures" }
        guard mayChange else { return }
        let isSteady = rollout.state == .running || rollout.state == .awaitingApproval
        if isSteady, rollout.hasNextStep { pauseHref = path + "/pauses" }
        if case .paused = rollout.state { continueHref = path + "/continuations" }
        if rollout.state.isApprovable, rollout.hasNextStep { approveHref = path + "/approvals" }
        if rollout.state.isStoppable { stopHref = Paths.newStop(ofRollout: rollout.id) }
    }

    /// Returns a step of a plan as text.
    static func words(of step: RolloutStep) -> String {
        let share = share(of: step.percent)
        guard step.bakeMinutes > 0 || !step.percent.isEveryone else { return share }
        let time = Texts["schedules.minutes", ["count": step.bakeMinutes]]
        let words =
            step.failures.map {
                Texts["rollouts.step-threshold", ["share": share, "time": time, "count": $0]]
            } ?? Texts["rollouts.step", ["share": share, "time": time]]
        return step.approval ? Texts["rollouts.step-approval", ["step": words]] : words
    }

    /// Returns a rule of a rollout in words; with the name of its feature if the rollout has several features.
    static func phrase(for rule: RuleRequest, of rollout: Rollout, _ platforms: [Platform]) -> String {
        let (title, versions) = (platforms.title(of: rule.platform), VersionRange.words(rule.from, rule.until))
        guard rollout.features.count > 1 else {
            return Texts["rollouts.rule", ["revision": rule.revision, "platform": title, "versions": versions]]
        }
        return Texts[
            "rollouts.rule-of-feature",
            ["feature": rule.feature, "revision": rule.revision, "platform": title, "versions": versions]]
    }

    /// Returns the share of clients in words.
    static func share(of percent: RolloutPercent) -> String {
        if percent.isEveryone { return Texts["rollouts.everybody"] }
        return percent.tenths == 0 ? Texts["rollouts.devices"] : Texts["rollouts.share", ["percent": percent]]
    }

    static let sample: RolloutRow = {
        var row = RolloutRow(
            .sample, platforms: [], mayChange: true, mayReport: true, clock: Clock(now: TimeLabel.sampleDate))
        (row.next, row.due, row.reason) = (.sample, .sample, "Spring")
        (row.pauseHref, row.continueHref) = ("/rollouts/1/pauses", "/rollouts/1/continuations")
        row.details = ["The rules for the same clients have changed."]
        return row
    }()
}

extension Rollout {
    /// A rollout for page samples.
    static var sample: Rollout {
        var rules: [RuleRequest] = []
        if let version = LiveTable.sample.rules.first?.from {
            rules = [RuleRequest(feature: "home.offers", revision: 2, platform: "ios", from: version)]
        }
        return Rollout(
            id: 1, plan: "default",
            steps: [
                RolloutStep(percent: 1, bakeMinutes: 10, failures: 1, approval: true),
                RolloutStep(percent: 100, bakeMinutes: 0),
            ], request: PublishRequest(rules), features: ["home.offers"], release: 4, reason: "Spring",
            author: .operator, createdAt: TimeLabel.sampleDate, step: 0, stepRelease: 4, beganAt: TimeLabel.sampleDate,
            dueAt: TimeLabel.sampleDate, state: .running, stateAt: TimeLabel.sampleDate, failures: 3)
    }
}

extension RolloutRow: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "number": number
        case "features": features
        case "rules": rules
        case "share": share
        case "step": step
        case "expected": expected
        case "progress": progress
        case "failures": failures
        case "state": state
        case "kind": kind
        case "details": details
        case "next": next
        case "due": due
        case "who": who
        case "reason": reason
        case "pauseHref": pauseHref
        case "continueHref": continueHref
        case "approveHref": approveHref
        case "reportHref": reportHref
        case "stopHref": stopHref
        default: nil
        }
    }
}
