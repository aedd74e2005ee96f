package import SchemaRepository

/// A feature's rules on one platform, as they answer.
package struct RuleTable: Sendable {
    /// One answer at a version: the buckets that get it.
    package struct Answer: Sendable {
        /// 0 to 99 are buckets; 100 stands for clients that state none.
        package let buckets: Range<Int>
        package let rule: Rule
        package let edition: Edition
    }

    /// Highest `from` first.
    package let rules: [Rule]

    package init(_ rules: some Sequence<Rule>, platform: String) {
        self.rules = rules.filter { $0.platform == platform }.sorted { $0.from > $1.from }
    }

    /// Who gets what at a version: each rule that contains it, highest first, takes the buckets below its percentage that
    /// are still free.
    package func answers(at version: ClientVersion) -> [Answer] {
        var answers: [Answer] = []
        var taken = 0
        for rule in rules where rule.range.contains(version) {
            let end = rule.percent >= 100 ? 101 : rule.percent
            guard end > taken, let edition = rule.edition(for: version) else { continue }
            answers.append(Answer(buckets: taken..<end, rule: rule, edition: edition))
            taken = end
        }
        return answers
    }

    /// What one client gets; without a bucket it is outside every partial rollout.
    package func answer(at version: ClientVersion, bucket: Int?) -> Answer? {
        answers(at: version).first { $0.buckets.contains(bucket ?? 100) }
    }
}
