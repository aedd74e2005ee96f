import PostgreSQL
import SchemaRepository

/// The state of one feature before or after a release.
struct FeatureState {
    let feature: Feature
    var rules: [Rule]
    var switchedOff: [String]

    init(feature: Feature, rules: [Rule] = [], switchedOff: [String] = []) {
        self.feature = feature
        self.rules = rules
        self.switchedOff = switchedOff
    }

    /// Reads the state after the given release; empty if no release up to that one contains the feature.
    init(of feature: Feature, after release: Int, on connection: Connection) throws {
        let item = try connection.query(
            """
            SELECT release, switched_off FROM release_item
            WHERE feature_id = \(feature.id) AND release <= \(release) ORDER BY release DESC LIMIT 1
            """
        ).map { (try $0["release", as: Int.self], try $0["switched_off", as: [String].self]) }.first
        self.init(feature: feature)
        if let item {
            rules = try RuleTables.rules(of: feature.id, at: item.0, on: connection)
            switchedOff = item.1
        }
    }

    /// Reads the states of features after the given release, in the order of the features, with two queries.
    static func states(
        of features: [Feature], after release: Int, on connection: Connection
    ) throws -> [FeatureState] {
        let items = try connection.query(
            """
            SELECT item.* FROM unnest(\(features.map(\.id))) AS wanted (id)
            CROSS JOIN LATERAL (
                SELECT feature_id, release, switched_off FROM release_item
                WHERE feature_id = wanted.id AND release <= \(release) ORDER BY release DESC LIMIT 1) AS item
            """)
        let ids = try items.map { try $0["feature_id", as: Int.self] }
        let releases = try items.map { try $0["release", as: Int.self] }
        let rules = try RuleTables.rules(of: ids, at: releases, on: connection)
        let switchedOff = try items.reduce(into: [Int: [String]]()) { switchedOff, item in
            switchedOff[try item["feature_id", as: Int.self]] = try item["switched_off", as: [String].self]
        }
        return features.map { feature in
            FeatureState(feature: feature, rules: rules[feature.id] ?? [], switchedOff: switchedOff[feature.id] ?? [])
        }
    }

    /// Returns the rules that apply on a platform; none while the feature is switched off there.
    func table(of platform: String) -> RuleTable {
        RuleTable(switchedOff.contains(platform) ? [] : rules, platform: platform)
    }

    /// Returns true if both states have the same rules with the same bytes, and the same platforms are switched off.
    func answersLike(_ other: FeatureState) -> Bool {
        rules.count == other.rules.count
            && zip(rules, other.rules).allSatisfy { $0.platform == $1.platform && $0.isLike($1) }
            && Set(switchedOff) == Set(other.switchedOff)
    }
}
