package import SchemaRepository

/// A feature's rules on one platform in order of precedence.
package struct RuleTable: Sendable {
    /// An edition at a version, and the buckets that get it.
    package struct Answer: Sendable {
        /// The buckets that get the edition, 0 to 999; 1,000 stands for clients without a bucket.
        package let buckets: Range<Int>
        package let rule: Rule
        package let edition: Edition

        /// The share of all clients with a bucket that get the edition.
        package var share: RolloutPercent {
            RolloutPercent(tenths: buckets.clamped(to: 0..<RolloutBucket.count).count)
        }
    }

    /// The bucket that stands for clients without one.
    private static let withoutBucket = RolloutBucket.count

    /// The rules, highest `from` first; rules that start at the same version in the given order.
    package let rules: [Rule]

    package init(_ rules: some Sequence<Rule>, platform: String) {
        self.rules = rules.filter { $0.platform == platform }.enumerated().sorted { left, right in
            left.element.from == right.element.from
                ? left.offset < right.offset : left.element.from > right.element.from
        }.map(\.element)
    }

    /// Returns the editions at a version: each matching rule, in order of precedence, gets the buckets below its
    /// percentage that the rules before it leave free.
    package func answers(at version: ClientVersion) -> [Answer] {
        var answers: [Answer] = []
        var taken = 0
        for rule in rules where rule.range.contains(version) {
            let end = rule.percent.isEveryone ? Self.withoutBucket + 1 : rule.percent.tenths
            guard end > taken, let edition = rule.edition(for: version) else { continue }
            answers.append(Answer(buckets: taken..<end, rule: rule, edition: edition))
            taken = end
        }
        return answers
    }

    /// Returns the rules that would apply in place of removed ones, each with the client versions for which it would;
    /// `isRemoved` returns true for the rules to remove.
    func successors(ofRules isRemoved: (Rule) -> Bool) -> [(rule: Rule, range: VersionInterval)] {
        var answered = VersionSet.none
        var open = VersionSet.none
        return rules.flatMap { rule -> [(rule: Rule, range: VersionInterval)] in
            guard rule.percent.tenths > 0 else { return [] }
            let reached = answered.subtracted(from: rule.range)
            guard !isRemoved(rule) else {
                open = open.union(reached)
                return []
            }
            if rule.percent.isEveryone { answered = answered.union(VersionSet([rule.range])) }
            return reached.intersection(open).intervals.map { (rule: rule, range: $0) }
        }
    }

    /// Returns the edition for one client; a client without a bucket is excluded from partial rollouts.
    package func answer(at version: ClientVersion, bucket: Int?) -> Answer? {
        answers(at: version).first { $0.buckets.contains(bucket ?? Self.withoutBucket) }
    }
}
