import PostgreSQL

/// The states of a feature after each of its releases from a number on.
struct FeatureHistory {
    /// A release of the feature, made or planned.
    struct Entry {
        /// The number of the release.
        let release: Int
        /// True if the release serves a former state again.
        let isRollback: Bool
        /// The state after the release.
        let state: FeatureState
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
            SELECT release_item.release, switched_off, kind FROM release_item
            JOIN release ON release.number = release_item.release
            WHERE feature_id = \(feature.id) AND release_item.release >= \(start) ORDER BY release_item.release
            """)
        let numbers = try rows.map { try $0["release", as: Int.self] }
        let rules = try RuleTables.rules(of: feature.id, at: numbers, on: connection)
        let made = try zip(numbers, rows).map { number, row in
            Entry(
                release: number, isRollback: try row["kind", as: String.self] == ReleaseKind.rollback.rawValue,
                state: FeatureState(
                    feature: feature, rules: rules[number] ?? [],
                    switchedOff: try row["switched_off", as: [String].self]))
        }
        entries = made + planned
    }

    /// Returns the state after a release, or before the first entry if the release comes before all of them.
    func state(after release: Int) -> FeatureState { entries.last { $0.release <= release }?.state ?? first }
}
