import PostgreSQL

/// A release or a rollout whose rules ``RulesWithoutOwner`` leaves out.
struct RuleOwner {
    /// The numbers of the releases that published the owner's rules: those of a rollout's steps, or the release itself
    /// and the later ones that published its rule again while that rule was live.
    private var releases: Set<Int>
    /// True if rules that others publish again belong to the owner too. True for a release at a certain place, false
    /// for a rollout.
    private(set) var ownsPublishes = false
    /// The first of the releases.
    let start: Int
    /// The newest release when the rollout was stopped or halted, or the last release before the owner's planned end.
    /// Rules of the owner that are live after later releases do not belong to it any more: somebody has made them live
    /// again, or they stayed live after a halt. `Int.max` if the owner has not ended.
    let end: Int

    /// Creates the owner of the rules that a release or, if `rollout` is not nil, all steps of a rollout published at a
    /// place.
    ///
    /// If others publish the live rule of a release again, with the same revision and range, only its share changes. So
    /// the release owns the new rule too. A rollout does not own such a rule, because its steps set the shares
    /// themselves.
    init(since start: Int, rollout: Int?, at place: RulePlace, in history: FeatureHistory, end: Int = .max) {
        self.init(since: start, rollout: rollout, in: history, end: end)
        guard rollout == nil else { return }
        ownsPublishes = true
        var seen = history.first.rules(at: place)
        for entry in history.entries where entry.release <= end {
            let next = entry.state.rules(at: place)
            let isRepeated = next.contains { rule in
                rule.addedIn == entry.release
                    && seen.contains { published($0) && $0.servesSameRevision(as: rule) }
            }
            if isRepeated { releases.insert(entry.release) }
            seen = next
        }
    }

    /// Creates the owner of the rules of a release, or of all steps of a rollout, at all places. Rules that others
    /// publish again do not belong to it.
    init(since start: Int, rollout: Int?, in history: FeatureHistory, end: Int = .max) {
        releases = Set([start] + history.entries.filter { rollout != nil && $0.rollout == rollout }.map(\.release))
        (self.start, self.end) = (start, end)
    }

    /// Reads a rollout that was stopped or halted; see ``StoppedRollout``.
    init(_ row: Row) throws {
        start = try row["first_release", as: Int.self]
        releases = Set([start] + (try row["releases", as: [Int]?.self] ?? []))
        end = try row["last_release", as: Int.self]
    }

    /// Returns true if a release is one of the owner's.
    func made(_ release: Int) -> Bool { releases.contains(release) }

    /// Returns true if the owner published a rule.
    func published(_ rule: Rule) -> Bool { rule.addedIn.map(releases.contains) ?? false }

    /// Returns true if a rule that is live after a release belongs to the owner: the owner published it, and had not
    /// ended before that release.
    func owns(_ rule: Rule, after release: Int) -> Bool { release <= end && published(rule) }
}
