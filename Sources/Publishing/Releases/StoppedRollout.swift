import Foundation
import PostgreSQL
import SchemaRepository

/// A rollout of a feature that was stopped or halted, with the cause.
struct StoppedRollout {
    /// The number of the rollout.
    private let number: Int
    /// The id of the feature.
    let feature: Int
    let owner: RuleOwner
    /// The end of a sentence about the stop or halt that begins with words such as “Rollout 3 of this revision”.
    private let cause: String
    /// True if the rollout's rules stayed live after a halt, because the release without them was refused.
    private let hasStayed: Bool

    private init(_ row: Row) throws {
        number = try row["rollout", as: Int.self]
        feature = try row["feature_id", as: Int.self]
        owner = try RuleOwner(row)
        let problems = try row["problems", as: String?.self].map {
            try JSONDecoder().decode([ReleaseProblem].self, from: Data($0.utf8))
        }
        let isHalted = try row["kind", as: String.self] == "halted"
        // If the release without the rules was refused, `problems` has its reasons after the reason of the halt.
        hasStayed = isHalted && (problems?.count ?? 0) > 1
        let reason = try (isHalted ? problems?.first?.message : row["note", as: String.self])?.trimmed ?? ""
        let what = isHalted ? "was halted" : "was stopped by \(try row["event_author", as: String.self])"
        cause = reason.isEmpty ? "\(what)." : "\(what): \(reason)\(reason.hasSuffix(".") ? "" : ".")"
    }

    /// Returns the stopped and halted rollouts of features, by their ids; the newest first.
    static func all(of features: [Int], on connection: Connection) throws -> [StoppedRollout] {
        try connection.query(
            """
            SELECT feature_id, rollout_state.id AS rollout, rollout_state.release AS first_release,
                (SELECT array_agg(rollout_event.release) FROM rollout_event
                 WHERE rollout_event.rollout_id = rollout_state.id AND rollout_event.kind = 'stepped'
                     AND makes_release) AS releases,
                (SELECT max(number) FROM release WHERE release.created_at <= event_at) AS last_release,
                rollout_state.kind, problems, event_author,
                coalesce(
                    (SELECT note FROM rollout_event
                     WHERE rollout_event.rollout_id = rollout_state.id AND rollout_event.kind = 'stopped'), '') AS note
            FROM (SELECT DISTINCT rollout_id, feature_id FROM rollout_feature) AS rollout_feature
            JOIN rollout_state ON rollout_state.id = rollout_id
            WHERE feature_id = ANY (\(features)) AND rollout_state.kind IN ('halted', 'stopped')
            ORDER BY rollout_state.id DESC
            """
        ).map { try StoppedRollout($0) }
    }

    /// Returns a warning for each rule that a rollback serves again although its rollout was stopped or halted.
    ///
    /// `release`: The release whose state is served again. `stopped`: The feature's stopped and halted rollouts; the
    /// newest first.
    static func warnings(
        before: FeatureState, after: FeatureState, of release: Int, _ stopped: [StoppedRollout]
    ) -> [ReleaseProblem] {
        let returning = after.rules.filter { rule in
            rule.percent.tenths > 0 && !after.switchedOff.contains(rule.platform)
                && (before.switchedOff.contains(rule.platform)
                    || !before.rules(at: rule.place).contains(where: rule.servesLike))
        }
        return returning.compactMap { rule in
            let rollout = stopped.first { stopped in
                stopped.owner.owns(rule, after: stopped.hasStayed ? min(release, stopped.owner.end) : release)
            }
            return rollout.map { rollout in
                ReleaseProblem(
                    code: ReleaseProblem.stoppedRevision,
                    message: """
                        Revision \(rule.revision) is served again on \(PlatformTitle.of(rule.platform)) \
                        \(rule.range.words). Rollout \(rollout.number) of this revision \(rollout.cause)
                        """, feature: after.feature.name, version: rule.from.text)
            }
        }
    }
}

extension String {
    /// The text without white space at both ends.
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
