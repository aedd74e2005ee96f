import PostgreSQL

/// A release or a rollout whose rules ``RulesWithoutOwner`` leaves out.
struct RuleOwner {
    /// The numbers of the releases that published the owner's rules: those of a rollout's steps, or the release itself
    /// and those that have published its rule again while it was live.
    private let releases: Set<Int>
    /// The first of the releases.
    let start: Int
    /// The newest release when the rollout was stopped or halted, or the release ended. Whoever makes its rules live after
    /// that, makes them their own. `Int.max` if the owner has not ended.
    let end: Int

    /// Creates the owner of the rules that a release or, if `rollout` is not nil, all steps of a rollout published at a
    /// place.
    ///
    /// A rule that others have published with the same revision and range while it was live belongs to the release,
    /// because only its share has changed. It does not belong to the rollout, whose steps set the shares themselves.
    init(since start: Int, rollout: Int?, at place: RulePlace, in history: FeatureHistory, end: Int = .max) {
        var releases = Set([start] + history.entries.filter { rollout != nil && $0.rollout == rollout }.map(\.release))
        var seen = history.first.rules(at: place)
        for entry in history.entries {
            let next = entry.state.rules(at: place)
            let isRepeated = next.contains { rule in
                rule.addedIn == entry.release
                    && seen.contains { Self.contains(releases, $0) && $0.servesSameRevision(as: rule) }
            }
            if rollout == nil, isRepeated { releases.insert(entry.release) }
            seen = next
        }
        (self.releases, self.start, self.end) = (releases, start, end)
    }

    /// Reads a rollout that was stopped or halted; see ``StoppedRollout``.
    init(_ row: Row) throws {
        start = try row["first_release", as: Int.self]
        releases = Set([start] + (try row["releases", as: [Int]?.self] ?? []))
        end = try row["last_release", as: Int.self]
    }

    /// Returns true if a release is one of the owner.
    func made(_ release: Int) -> Bool { releases.contains(release) }

    /// Returns true if the owner published a rule.
    func published(_ rule: Rule) -> Bool { Self.contains(releases, rule) }

    /// Returns true if a rule that is live after a release is one of the owner.
    func owns(_ rule: Rule, after release: Int) -> Bool { release <= end && published(rule) }

    private static func contains(_ releases: Set<Int>, _ rule: Rule) -> Bool {
        rule.addedIn.map(releases.contains) ?? false
    }
}
