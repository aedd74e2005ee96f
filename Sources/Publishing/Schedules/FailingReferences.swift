import PostgreSQL
import SchemaRepository

/// Finds waiting schedules that fail after a release because of references: a document that the schedule publishes
/// refers to a feature that the release changes, and no longer fits it.
///
/// Only documents that name the changed feature themselves are checked, each against the rules directly after the
/// release. So a schedule may fail without a warning, because of releases in between or of a module that contains itself
/// by way of other features.
struct FailingReferences {
    /// The maximum number of rules checked for one release, because each check examines a whole document.
    private static let maximum = 50

    private let gates: ReleaseGates
    /// The states of the features that planned releases change before the release.
    private let earlier: [FeatureState]
    /// The features that the release changes, after it.
    private let changed: [FeatureState]
    private let connection: Connection

    /// A rule that a schedule publishes, whose document refers to a changed feature.
    private struct Use {
        let schedule: Schedule
        let request: PublishRequest
        let rule: RuleRequest
        /// The name of the changed feature; if there are several, the first in the order of names.
        var target = ""
    }

    /// `forecast`: The planned releases before the release, if it is planned for a later time; nil for a release now.
    init(
        after changed: [FeatureState], _ forecast: ReleaseForecast?, gates: ReleaseGates, on connection: Connection
    ) {
        (self.changed, self.gates, self.connection) = (changed, gates, connection)
        earlier = forecast?.changed ?? []
    }

    /// Returns a warning for each of the given schedules that will fail because of the release.
    func warnings(among waiting: [Schedule]) throws -> [ReleaseProblem] {
        var failing: Set<Int> = []
        return try uses(in: waiting).compactMap { use in
            guard !failing.contains(use.schedule.id), let problem = try problem(of: use) else { return nil }
            failing.insert(use.schedule.id)
            return Self.warning(of: use, because: problem)
        }
    }

    /// Returns the rules of the schedules whose documents refer to a changed feature, at most `maximum`.
    private func uses(in waiting: [Schedule]) throws -> [Use] {
        let uses = waiting.flatMap { schedule -> [Use] in
            guard case .publish(let request) = schedule.action else { return [] }
            return request.rules.map { Use(schedule: schedule, request: request, rule: $0) }
        }
        guard !uses.isEmpty else { return [] }
        let rows = try connection.query(
            """
            SELECT place, min(target.name) AS target
            FROM unnest(\(uses.map(\.rule.feature)), \(uses.map(\.rule.revision)))
                WITH ORDINALITY AS asked (name, revision, place)
            JOIN feature AS referrer ON referrer.name = asked.name
            JOIN revision_reference AS used ON used.feature_id = referrer.id AND used.revision = asked.revision
            JOIN answering_name AS named ON named.name = used.name
            JOIN feature AS target ON target.id = named.feature_id
            WHERE used.target = 'feature' AND target.id = ANY (\(changed.map(\.feature.id)))
            GROUP BY place ORDER BY place LIMIT \(Self.maximum)
            """)
        return try rows.map { row in
            var use = uses[try row["place", as: Int.self] - 1]
            use.target = try row["target", as: String.self]
            return use
        }
    }

    /// Returns a problem that prevents publishing a rule after the release, but not before it; nil if there is none.
    private func problem(of use: Use) throws -> ReleaseProblem? {
        guard let feature = try FeatureStore.feature(named: use.rule.feature, on: connection),
            let revision = try RevisionStore.revision(use.rule.revision, of: feature, on: connection)
        else { return nil }
        func problems(by live: LiveRules) throws -> [ReleaseProblem] {
            var gates = self.gates
            gates.live = live
            return try gates.examine(
                revision, of: feature, on: use.rule.platform, in: use.rule.range,
                beside: use.request.companions(on: use.rule.platform), connection: connection
            ).problems
        }
        let before = LiveRules(at: use.schedule.dueAt, after: earlier)
        let found = try problems(by: before.changed(to: changed))
        guard !found.isEmpty else { return nil }
        let known = try problems(by: before)
        // The same problem may concern other versions than before.
        return found.first { problem in
            !known.contains {
                $0.code == problem.code && $0.pointer == problem.pointer && $0.message == problem.message
            }
        }
    }

    private static func warning(of use: Use, because problem: ReleaseProblem) -> ReleaseProblem {
        let isSentence = problem.message.hasSuffix(".") || problem.message.hasSuffix("?")
        return ReleaseProblem(
            code: FailingSchedules.code,
            message: """
                Schedule \(use.schedule.id) is due at \(InternetTime.words(use.schedule.dueAt)). It publishes revision \
                \(use.rule.revision) of `\(use.rule.feature)`, which uses `\(use.target)`. After this change, the \
                schedule will fail: \(problem.message)\(isSentence ? "" : ".") It then waits until a person tries it \
                again or cancels it.
                """, feature: use.target)
    }
}
