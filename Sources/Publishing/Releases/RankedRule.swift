/// A rule of a feature with its rank among the rules of its platform that start at the same version.
struct RankedRule {
    /// The feature's id.
    let feature: Int
    let rule: Rule
    /// The rank, from 0; a lower rank has precedence.
    let rank: Int

    /// Returns a feature's rules, in their order, with their ranks.
    static func rank(_ rules: [Rule], of feature: Int) -> [RankedRule] {
        var ranks: [RulePlace: Int] = [:]
        return rules.map { rule in
            let rank = ranks[rule.place, default: 0]
            ranks[rule.place] = rank + 1
            return RankedRule(feature: feature, rule: rule, rank: rank)
        }
    }
}
