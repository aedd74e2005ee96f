import PostgreSQL
import SchemaRepository

/// The rules that are live, or that will be live after planned releases, as a part of SQL queries.
struct LiveRules {
    /// The rules that are live now.
    static let now = LiveRules(after: [])

    /// The states of the features that planned releases change. All other features are as now.
    private let planned: [FeatureState]

    /// Creates the rules after planned releases, from the states of the features that these change.
    init(after planned: [FeatureState]) {
        self.planned = planned
    }

    /// Returns a query for the rules of a feature, in any order. The query refers to its surroundings, so it must stand
    /// after `LATERAL`.
    ///
    /// `id`: An SQL expression for the feature's id. It must not begin with `answering.`, `release_item.`, `rule.` or
    /// `planned.`.
    ///
    /// Columns: `platform`, `from_version`, `until_version`, `from_key`, `percent` and `revision` as in the table
    /// `rule`; `rank` (a number that orders the rules with the same platform and `from_key`); and `is_off`, true while
    /// the feature is switched off on the platform.
    func rules(of id: SQL) -> SQL {
        let now: SQL = """
            SELECT rule.platform, rule.from_version, rule.until_version, rule.from_key, rule.percent, rule.revision,
                rule.rank::bigint AS rank, rule.platform = ANY (release_item.switched_off) AS is_off
            FROM feature AS answering
            JOIN release_item ON release_item.feature_id = answering.id
                AND release_item.release = answering.live_release
            JOIN rule ON rule.feature_id = answering.id AND rule.release = answering.live_release
            WHERE answering.id = \(id)
            """
        guard !planned.isEmpty else { return now }
        let rules = planned.flatMap { state in
            state.rules.map { (feature: state.feature.id, rule: $0, isOff: state.switchedOff.contains($0.platform)) }
        }
        return """
            \(now) AND answering.id <> ALL (\(planned.map(\.feature.id)))
            UNION ALL
            SELECT platform, from_version, until_version, from_key, tenths / 10.0, revision, rank, is_off = 1
            FROM unnest(\(rules.map(\.feature)), \(rules.map(\.rule.platform)), \(rules.map(\.rule.from.text)),
                \(rules.map { $0.rule.until?.text }), \(rules.map(\.rule.from.sortKey)),
                \(rules.map(\.rule.percent.tenths)), \(rules.map(\.rule.revision)), \(rules.map { $0.isOff ? 1 : 0 }))
                WITH ORDINALITY AS planned (feature_id, platform, from_version, until_version, from_key, tenths,
                    revision, is_off, rank)
            WHERE planned.feature_id = \(id)
            """
    }
}
