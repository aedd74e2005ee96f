import Foundation
import PostgreSQL
import SchemaRepository

extension ReleaseStore {
    /// The maximum number of features that a rollback of a release or to a time checks. The findings only warn, and
    /// checking thousands of features would make an outage last longer.
    private static let mostExamined = 200

    /// Serves a former state again, byte for byte, however old it is.
    ///
    /// The checks run but only warn, because the state was served before.
    package func rollback(_ request: RollbackRequest, by actor: Actor) throws -> ReleaseOutcome {
        try rollback(request, by: actor, as: ReleaseOutcome.self)
    }

    /// Returns the release that ``rollback(_:by:)`` would create.
    package func planRollback(_ request: RollbackRequest, by actor: Actor) throws -> PlanOutcome {
        try rollback(request, by: actor, as: PlanOutcome.self)
    }

    private func rollback<Outcome: AttemptOutcome>(
        _ request: RollbackRequest, by actor: Actor, as _: Outcome.Type
    ) throws -> Outcome {
        let newest = try newest()
        switch request.target {
        case .feature(let name, let release):
            guard (0...newest).contains(release) else { return .refused(.noSuchRelease(release)) }
            return try make(attempt(request, by: actor, details: [name, String(release)]), of: name) {
                before, connection, gates in
                let after = try FeatureState(of: before.feature, after: release, on: connection)
                let stopped = try StoppedRollout.all(of: [before.feature.id], on: connection)
                let warnings =
                    StoppedRollout.warnings(before: before, after: after, of: release, stopped)
                    + (try Self.warnings(of: after.rules, before.feature, gates, on: connection))
                return Self.change(before, to: after, warnings)
            }
        case .release(let release):
            guard release > 0, release <= newest else { return .refused(.noSuchRelease(release)) }
            let attempt = attempt(request, by: actor, details: ["release", String(release)])
            return try make(attempt, ofAll: { try Self.features(in: "number = \(release)", on: $0) }) {
                states, connection, gates in
                try Self.changes(states, to: release - 1, gates, on: connection) { before, change in
                    guard let live = before.feature.liveRelease, live != release else { return }
                    change.warnings.append(
                        ReleaseProblem(
                            code: "released-since",
                            message: "\(before.feature.name) has been released again since then (newest: release "
                                + "\(live)); the rollback undoes these changes too.", feature: before.feature.name))
                }
            }
        case .moment(let moment):
            let attempt = attempt(
                request, by: actor, details: ["since", String(moment.timeIntervalSinceReferenceDate.bitPattern)])
            return try make(attempt, ofAll: { try Self.features(in: "created_at > \(moment)", on: $0) }) {
                states, connection, gates in
                let release = try ReleaseTable.newest(at: moment, on: connection)
                return try Self.changes(states, to: release, gates, on: connection)
            }
        }
    }

    private func attempt(_ request: RollbackRequest, by actor: Actor, details: [String]) -> ReleaseAttempt {
        ReleaseAttempt(
            kind: .rollback, rollback: request.target, expectedRelease: request.expectedRelease,
            reason: request.reason, idempotencyKey: request.idempotencyKey, actor: actor, details: details)
    }

    static func neverPublished(_ feature: Feature) -> ReleaseProblem {
        ReleaseProblem(
            code: "never-published", message: "\(feature.name) was never published.", feature: feature.name)
    }

    /// Returns the changes that take features back to their states after a release; `completing` may add warnings and
    /// problems to each change.
    private static func changes(
        _ states: [FeatureState], to release: Int, _ gates: ReleaseGates, on connection: Connection,
        completing: (FeatureState, inout FeatureChange) -> Void = { _, _ in }
    ) throws -> [FeatureChange] {
        let targets = try FeatureState.states(of: states.map(\.feature), after: release, on: connection)
        let stopped = Dictionary(
            grouping: try StoppedRollout.all(of: states.map(\.feature.id), on: connection), by: \.feature)
        let companions = Dictionary(grouping: targets.flatMap(\.companions), by: \.platform)
            .mapValues { $0.map(\.rule) }
        return try zip(states, targets).enumerated().map { index, states in
            let (before, after) = states
            var warnings = StoppedRollout.warnings(
                before: before, after: after, of: release, stopped[before.feature.id] ?? [])
            if index < mostExamined {
                warnings += try Self.warnings(
                    of: after.rules, before.feature, gates, beside: companions, on: connection)
            } else if index == mostExamined {
                warnings.append(notChecked)
            }
            var change = Self.change(before, to: after, warnings)
            completing(before, &change)
            return change
        }
    }

    /// The warning about the features that are not checked.
    private static let notChecked = ReleaseProblem(
        code: "not-checked",
        message: "Only the first \(mostExamined) features were checked against the current schemas. "
            + "The others are rolled back without this check.")

    private static func switchedOn(_ feature: Feature, on platform: String) -> ReleaseProblem {
        ReleaseProblem(
            code: ReleaseProblem.switchedOnAgain,
            message: """
                \(feature.name) is switched off on \(PlatformTitle.of(platform)); the rollback switches it on again.
                """, feature: feature.name)
    }

    private static func change(
        _ before: FeatureState, to after: FeatureState, _ warnings: [ReleaseProblem]
    ) -> FeatureChange {
        var change = FeatureChange(after: after)
        let resumed = before.switchedOff.filter { platform in
            !after.switchedOff.contains(platform) && after.rules.contains { $0.platform == platform }
        }
        change.warnings = resumed.map { switchedOn(before.feature, on: $0) } + warnings
        if before.feature.liveRelease == nil {
            change.problems.append(Self.neverPublished(before.feature))
        } else if after.rules.isEmpty {
            change.warnings.append(
                ReleaseProblem(
                    code: "nothing-live", message: "No client will get \(before.feature.name).",
                    feature: before.feature.name))
        } else {
            change.warnings += CoverageLoss.warnings(before: before, after: after)
        }
        return change
    }

    /// Returns the findings of the checks for rules that were served before, problems included. `companions` are, by
    /// platform, the rules that the same release serves again.
    static func warnings(
        of rules: [Rule], _ feature: Feature, _ gates: ReleaseGates, beside companions: [String: [CompanionRule]] = [:],
        on connection: Connection
    ) throws -> [ReleaseProblem] {
        try rules.flatMap {
            try warnings(
                of: $0, in: $0.range, feature, gates, beside: companions[$0.platform] ?? [], on: connection)
        }
    }

    /// Returns the findings of the checks for a part of a rule's version range, problems included.
    static func warnings(
        of rule: Rule, in range: VersionInterval, _ feature: Feature, _ gates: ReleaseGates,
        beside companions: [CompanionRule] = [], on connection: Connection
    ) throws -> [ReleaseProblem] {
        guard let revision = try RevisionStore.revision(rule.revision, of: feature, on: connection) else { return [] }
        let examined = try gates.examine(
            revision, of: feature, on: rule.platform, in: range, beside: companions, connection: connection)
        return examined.problems + examined.warnings
    }

    /// Returns the names of the features in releases that meet a condition.
    private static func features(in releases: SQL, on connection: Connection) throws -> [String] {
        try connection.query(
            """
            SELECT DISTINCT name FROM feature
            JOIN release_item ON feature_id = feature.id
            JOIN (SELECT number FROM release WHERE \(releases)) released ON released.number = release
            ORDER BY name
            """
        ).map { try $0["name", as: String.self] }
    }
}

extension FeatureState {
    /// The rules that clients get, each as a companion of the other rules that a rollback serves again.
    fileprivate var companions: [(platform: String, rule: CompanionRule)] {
        let served = rules.filter { !switchedOff.contains($0.platform) && $0.percent.tenths > 0 }
        // Companions are added in this order. A rule for all clients replaces the rules that start at the same version,
        // but a rule for a share of the clients does not (`keepsOthers`), so the rules for a share come last.
        let (shares, wholes) = (
            served.filter { !$0.percent.isEveryone }, served.filter(\.percent.isEveryone)
        )
        return (wholes + shares).map { rule in
            let companion = CompanionRule(
                feature: feature.name, revision: rule.revision, range: rule.range, percent: rule.percent,
                keepsOthers: !rule.percent.isEveryone)
            return (rule.platform, companion)
        }
    }
}
