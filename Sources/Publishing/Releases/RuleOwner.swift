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
    /// True for a rollout, whose later steps publish its rules again even if others have replaced them.
    let isRollout: Bool

    /// Creates the owner of rules that a release added; `isRollout` is true for the first release of a rollout.
    init(of rules: [Rule], start: Int, isRollout: Bool) {
        contents = Set(rules.map { Content(platform: $0.platform, revision: $0.revision, range: $0.range) })
        (self.start, self.isRollout) = (start, isRollout)
    }

    /// Returns true if a rule that is live after a release is one of the owner's.
    func owns(_ rule: Rule, after release: Int) -> Bool { start <= release && isLike(rule) }

    /// Returns the largest share of the owner's rules among some, in tenths of a percent; -1 if there are none.
    func share(in rules: [Rule]) -> Int { rules.filter(isLike).map(\.percent.tenths).max() ?? -1 }

    private func isLike(_ rule: Rule) -> Bool {
        contents.contains(Content(platform: rule.platform, revision: rule.revision, range: rule.range))
    }
}
