import PostgreSQL
import SchemaRepository

/// A release or a rollout whose rules ``RulesWithoutOwner`` leaves out.
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
    /// The number of the rollout; nil for a release.
    let rollout: Int?

    /// True for a rollout, whose later steps publish its rules again even if others have replaced them.
    var isRollout: Bool { rollout != nil }

    /// Creates the owner of rules that a release added; `rollout` is the number of the rollout that began with it.
    init(of rules: [Rule], start: Int, rollout: Int?) {
        contents = Set(rules.map { Content(platform: $0.platform, revision: $0.revision, range: $0.range) })
        (self.start, end, self.rollout) = (start, Int.max, rollout)
    }

    /// Reads a rule of a rollout that was stopped or halted; see `StoppedRollout`.
    init(_ row: Row) throws {
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
        rollout = try row["rollout", as: Int.self]
    }

    /// Returns true if a rule that is live after a release can be one of the owner's: it has the same content as one that
    /// the owner added, and the owner has begun and has not been stopped.
    func mayOwn(_ rule: Rule, after release: Int) -> Bool {
        start <= release && release <= end && isLike(rule)
    }

    /// Returns the largest share of the owner's rules among `rules`, in tenths of a percent; -1 if there are none.
    func share(in rules: [Rule]) -> Int { rules.filter(isLike).map(\.percent.tenths).max() ?? -1 }

    private func isLike(_ rule: Rule) -> Bool {
        contents.contains(Content(platform: rule.platform, revision: rule.revision, range: rule.range))
    }
}
