import PostgreSQL
import SchemaRepository

/// A release or a rollout whose rules ``OthersRules`` leaves out.
struct RuleOwner {
    /// The part of a rule that stays the same when its share is raised or its editions are assembled anew.
    private struct Content: Hashable {
        let platform: String
        let revision: Int
        let range: VersionInterval
    }

    private let contents: Set<Content>
    /// The release that added the rules.
    let start: Int
    /// The newest release when the rollout was stopped or halted; a later rule with the rollout's revision is not the
    /// rollout's own. `Int.max` if the owner was not stopped.
    let end: Int
    /// True for a rollout, whose later steps publish its rules again even if others have replaced them.
    let isRollout: Bool

    /// Creates the owner of rules that a release added; `isRollout` is true for the first release of a rollout.
    init(of rules: [Rule], start: Int, isRollout: Bool) {
        contents = Set(rules.map { Content(platform: $0.platform, revision: $0.revision, range: $0.range) })
        (self.start, end, self.isRollout) = (start, Int.max, isRollout)
    }

    /// Reads a rule of a rollout that was stopped or halted.
    private init(_ row: Row) throws {
        let range = VersionInterval(
            from: try ClientVersion(row["from_version", as: String.self]),
            until: try row["until_version", as: String?.self].map { try ClientVersion($0) })
        contents = [
            Content(
                platform: try row["platform", as: String.self], revision: try row["revision", as: Int.self],
                range: range)
        ]
        start = try row["first_release", as: Int.self]
        end = try row["last_release", as: Int.self]
        isRollout = true
    }

    /// Returns an owner for each rule of the rollouts that were stopped or halted, of the feature with an id.
    static func stopped(of feature: Int, on connection: Connection) throws -> [RuleOwner] {
        try connection.query(
            """
            SELECT rule->>'platform' AS platform, (rule->>'revision')::bigint AS revision,
                rule->>'from' AS from_version, rule->>'until' AS until_version,
                rollout_state.release AS first_release,
                (SELECT max(number) FROM release WHERE release.created_at <= event_at) AS last_release
            FROM rollout_feature JOIN rollout_state ON rollout_state.id = rollout_id
            CROSS JOIN LATERAL jsonb_array_elements(request::jsonb->'rules') AS rule
            WHERE feature_id = \(feature) AND rule->>'feature' = rollout_feature.name
                AND rollout_state.kind IN ('halted', 'stopped')
            """
        ).map { try RuleOwner($0) }
    }

    /// Returns true if a rule that is live after a release is one of the owner's.
    func owns(_ rule: Rule, after release: Int) -> Bool {
        start <= release && release <= end && isLike(rule)
    }

    /// Returns the largest share of the owner's rules among `rules`, in tenths of a percent; -1 if there are none.
    func share(in rules: [Rule]) -> Int { rules.filter(isLike).map(\.percent.tenths).max() ?? -1 }

    private func isLike(_ rule: Rule) -> Bool {
        contents.contains(Content(platform: rule.platform, revision: rule.revision, range: rule.range))
    }
}
