import Foundation
import PostgreSQL
import SchemaRepository

/// The rules and names that are live now, or that will be live at a later time after planned releases, as parts of SQL
/// queries.
struct LiveRules {
    /// The rules and names that are live now.
    static let now = LiveRules(names: "answering_name", planned: [])

    /// A table or query with the names under which features are found: the columns `name` and `feature_id`.
    let names: SQL
    /// The states of the features that planned releases change. All other features are as now.
    private let planned: [FeatureState]

    private init(names: SQL, planned: [FeatureState]) {
        (self.names, self.planned) = (names, planned)
    }

    /// Creates the rules and names at a later time.
    ///
    /// `planned`: The states of the features that releases change before that time. Former names whose grace periods
    /// end before it are left out.
    init(at time: Date, after planned: [FeatureState]) {
        let names: SQL = """
            (SELECT name, id AS feature_id FROM feature
            UNION ALL
            SELECT name, feature_id FROM former_name WHERE ended_at IS NULL AND answers_until > \(time))
            """
        self.init(names: names, planned: planned)
    }

    /// Returns these rules after a release that leads features to the given states.
    func changed(to states: [FeatureState]) -> LiveRules {
        let changed = Set(states.map(\.feature.id))
        return LiveRules(names: names, planned: planned.filter { !changed.contains($0.feature.id) } + states)
    }

    /// Returns the revisions that clients of a platform get after a release that publishes `companions` there, by the
    /// features' present names.
    func served(
        ofFeatures names: [String], on platform: String, beside companions: [CompanionRule] = [],
        _ connection: Connection
    ) throws -> [String: [ServedRevision]] {
        guard !names.isEmpty else { return [:] }
        let rows = try connection.query(
            """
            SELECT feature.name, revision, from_version, until_version, percent = 100 AS is_whole, is_off
            FROM feature JOIN LATERAL (\(rules(of: "feature.id"))) AS rule ON platform = \(platform)
            WHERE feature.name = ANY (\(names))
            ORDER BY from_key DESC, rank
            """)
        let added = Dictionary(grouping: companions, by: \.feature).filter { names.contains($0.key) }
        var found = added.mapValues { $0.map { (revision: $0.revision, range: $0.range, isWhole: $0.isWhole) } }
        for row in rows {
            let name = try row["name", as: String.self]
            let own = added[name] ?? []
            // A release of companions switches the platform on for their feature, so its other rules apply too.
            guard try !own.isEmpty || !row["is_off", as: Bool.self] else { continue }
            let until = try row["until_version", as: String?.self].map { try ClientVersion($0) }
            let range = VersionInterval(from: try ClientVersion(row["from_version", as: String.self]), until: until)
            // Like a new rule, a companion replaces the rules that start at the same version, unless it is a step of a
            // rollout: then clients outside its share still get those rules.
            guard !own.contains(where: { !$0.keepsOthers && $0.range.from == range.from }) else { continue }
            found[name, default: []].append(
                (try row["revision", as: Int.self], range, try row["is_whole", as: Bool.self]))
        }
        // The sort is stable: companions come before the live rules that they keep, and rules with the same start keep
        // their order.
        return found.mapValues { ServedRevision.all(by: $0.sorted { $0.range.from > $1.range.from }) }
    }

    /// Returns a query for the rules of a feature, in any order. `id` may refer to other tables, so that the query must
    /// stand after `LATERAL` or in a subquery.
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
