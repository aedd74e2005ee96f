import PostgreSQL

/// The states of a feature after each of its releases from a number on.
struct FeatureHistory {
    /// A release of the feature, made or planned.
    struct Entry {
        /// The number of the release.
        let release: Int
        let kind: ReleaseKind
        /// The number of the rollout whose step the release is; nil for any other release.
        let rollout: Int?
        /// The state after the release.
        let state: FeatureState

        /// True if the release serves a former state again.
        var isRollback: Bool { kind == .rollback }
    }

    /// The lowest number that a release in ``entries`` may have.
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
            SELECT release_item.release, switched_off, kind,
                (SELECT min(rollout_id) FROM rollout_event
                 WHERE rollout_event.release = release_item.release AND rollout_event.kind = 'stepped'
                     AND makes_release) AS rollout
            FROM release_item JOIN release ON release.number = release_item.release
            WHERE feature_id = \(feature.id) AND release_item.release >= \(start) ORDER BY release_item.release
            """)
        let numbers = try rows.map { try $0["release", as: Int.self] }
        let rules = try RuleTables.rules(of: feature.id, at: numbers, on: connection)
        let made = try zip(numbers, rows).map { number, row in
            Entry(
                release: number, kind: ReleaseKind(rawValue: try row["kind", as: String.self]) ?? .publish,
                rollout: try row["rollout", as: Int?.self],
                state: FeatureState(
                    feature: feature, rules: rules[number] ?? [],
                    switchedOff: try row["switched_off", as: [String].self]))
        }
        entries = made + planned
    }

    /// Returns the platforms that would be switched off after the last entry if one release had neither switched on nor
    /// switched off any platform.
    ///
    /// `rollout`: The number of the rollout that began with the release; its later steps are ignored in the same way.
    /// Nil for a release without a rollout.
    func switchedOff(without release: Int, of rollout: Int?) -> Set<String> {
        var former = first
        var off = Set(first.switchedOff)
        var known: [(state: FeatureState, off: Set<String>)] = []
        for entry in entries {
            let (before, now) = (Set(former.switchedOff), Set(entry.state.switchedOff))
            if entry.isRollback, let moment = known.last(where: { $0.state.answersLike(entry.state) }) {
                off = moment.off
            } else if entry.release != release, rollout == nil || entry.rollout != rollout {
                off = off.union(now.subtracting(before)).subtracting(before.subtracting(now))
            }
            known.append((entry.state, off))
            former = entry.state
        }
        return off
    }

    /// Returns the state after a release, or before the first entry if the release comes before all of them.
    func state(after release: Int) -> FeatureState { entries.last { $0.release <= release }?.state ?? first }
}
