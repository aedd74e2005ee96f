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

    /// Reads the state after the given release.
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

    /// Returns the rules that apply on a platform; none while it is switched off.
    func table(of platform: String) -> RuleTable {
        RuleTable(switchedOff.contains(platform) ? [] : rules, platform: platform)
    }

    /// Returns true if clients get the same bytes in both states.
    func answersLike(_ other: FeatureState) -> Bool {
        func essence(_ state: FeatureState) -> [[String]] {
            state.rules.map { rule in
                [rule.platform, rule.from.text, rule.until?.text ?? "", rule.percent.text, String(rule.revision)]
                    + rule.editions.map(\.hash).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
            }
        }
        return essence(self) == essence(other) && Set(switchedOff) == Set(other.switchedOff)
    }
}
