import PostgreSQL

/// The states of a feature after each of its releases, from a release number on.
struct FeatureHistory {
    /// A release of the feature, made or planned.
    struct Entry {
        /// The number of the release.
        let release: Int
        /// The number of the rollout whose step the release is; nil for any other release.
        let rollout: Int?
        /// The release whose state a rollback by a person serves again; nil for any other release, and for a rollback
        /// that only ends a release or a rollout.
        let target: Int?
        /// The state after the release.
        let state: FeatureState
    }

    /// The number from which releases were read. Planned releases in ``entries`` may have lower numbers.
    let start: Int
    /// The state before the first entry.
    let first: FeatureState
    /// The releases in ascending order of their numbers.
    let entries: [Entry]

    /// Reads the releases with the number `start` or a higher one; `planned` are later releases that are not made yet.
    init(of feature: Feature, from start: Int, planned: [Entry] = [], on connection: Connection) throws {
        self.start = start
        first = try FeatureState(of: feature, after: start - 1, on: connection)
        let rows = try connection.query(
            """
            SELECT release_item.release, switched_off,
                (SELECT min(rollout_id) FROM rollout_event
                 WHERE rollout_event.release = release_item.release AND rollout_event.kind = 'stepped'
                     AND makes_release) AS rollout,
                CASE WHEN \(ReleaseTable.ending) IS NULL THEN coalesce(
                    rollback_to, rollback_of - 1,
                    (SELECT max(number) FROM release AS earlier WHERE earlier.created_at <= release.rollback_since))
                END AS target
            FROM release_item JOIN release ON release.number = release_item.release
            WHERE feature_id = \(feature.id) AND release_item.release >= \(start) ORDER BY release_item.release
            """)
        let numbers = try rows.map { try $0["release", as: Int.self] }
        let rules = try RuleTables.rules(of: feature.id, at: numbers, on: connection)
        let made = try zip(numbers, rows).map { number, row in
            Entry(
                release: number, rollout: try row["rollout", as: Int?.self],
                target: try row["target", as: Int?.self],
                state: FeatureState(
                    feature: feature, rules: rules[number] ?? [],
                    switchedOff: try row["switched_off", as: [String].self]))
        }
        entries = made + planned
    }

    /// The state after the last entry.
    var last: FeatureState { entries.last?.state ?? first }

    /// Returns the platforms that would be switched off after the last entry if the releases of some owners had neither
    /// switched on nor switched off any platform.
    func switchedOff(without owners: [RuleOwner]) -> Set<String> {
        var former = first
        var known = [Set(first.switchedOff)]
        for entry in entries {
            let (before, now) = (Set(former.switchedOff), Set(entry.state.switchedOff))
            var off = known[known.count - 1]
            if let target = entry.target, let count = entryCount(upTo: target),
                state(afterEntries: count).answersLike(entry.state)
            {
                // The rollback leaves the platforms in `now` off and the others on. A platform with live rules of the
                // owners is taken to be on only because of these rules. So without the owners it is off if it was off
                // after the target. Any other platform stays on, as the person who rolled back wants it.
                let own = entry.state.rules.filter { rule in owners.contains { $0.owns(rule, after: entry.release) } }
                off = now.union(known[count].intersection(own.map(\.platform)))
            } else if !owners.contains(where: { $0.made(entry.release) }) {
                off = off.union(now.subtracting(before)).subtracting(before.subtracting(now))
            }
            known.append(off)
            former = entry.state
        }
        return known[entries.count]
    }

    /// Returns the state after a release, or before the first entry if the release comes before all of them.
    func state(after release: Int) -> FeatureState { entries.last { $0.release <= release }?.state ?? first }

    /// Returns the number of entries up to a release, nil if the state after that release is not known.
    func entryCount(upTo release: Int) -> Int? {
        guard release >= start - 1 else { return nil }
        return entries.prefix { $0.release <= release }.count
    }

    /// Returns the state after the first `count` entries.
    private func state(afterEntries count: Int) -> FeatureState { count == 0 ? first : entries[count - 1].state }
}
