import PostgreSQL
import SchemaRepository

/// What clients get of one feature, before or after a release.
struct FeatureState {
    let feature: Feature
    var rules: [Rule]
    var switchedOff: [String]

    init(feature: Feature, rules: [Rule] = [], switchedOff: [String] = []) {
        self.feature = feature
        self.rules = rules
        self.switchedOff = switchedOff
    }

    /// As the newest release with the feature in it, no later than the given one, left it.
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

    /// The rules that answer on a platform: none while it is switched off.
    func table(of platform: String) -> RuleTable {
        RuleTable(switchedOff.contains(platform) ? [] : rules, platform: platform)
    }

    /// Whether clients get the same bytes from both.
    func answersLike(_ other: FeatureState) -> Bool {
        func essence(_ state: FeatureState) -> [[String]] {
            state.rules.map { rule in
                [rule.platform, rule.from.text, rule.until?.text ?? "", String(rule.percent), String(rule.revision)]
                    + rule.editions.map(\.hash).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
            }
        }
        return essence(self) == essence(other) && Set(switchedOff) == Set(other.switchedOff)
    }
}
