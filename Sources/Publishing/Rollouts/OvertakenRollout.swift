import SchemaRepository

/// An open rollout whose rules, or other rules for their clients, a release by others has changed since its current
/// step.
package struct OvertakenRollout: Sendable, Hashable {
    /// The clients of the current step that still get the rollout's revisions: all, some of them or nobody.
    package enum Audience: Sendable, Hashable {
        case all, part, nobody
    }

    /// The clients of the current step that still get the rollout's revisions; all for a step of 0 %, because test
    /// devices get the revision of their token whatever is live.
    package let audience: Audience
    /// The rules of the rollout whose revisions fewer clients get than after the current step.
    package let reduced: [RuleRequest]
    /// True if the rollout has a next step and it would be refused as stale if it were due now.
    package let isNextStepStale: Bool

    package init(audience: Audience, reduced: [RuleRequest], isNextStepStale: Bool) {
        self.audience = audience
        self.reduced = reduced
        self.isNextStepStale = isNextStepStale
    }
}

extension OvertakenRollout {
    /// Returns the clients of a rule that still get its revision; nil if the step gave it to nobody. `then` and `now`
    /// are the states of the rule's feature after the step and at present.
    ///
    /// Clients may get the revision by any rule, so they keep it if others publish it for at least the same share.
    static func audience(of rule: RuleRequest, since then: FeatureState, in now: FeatureState) -> Audience? {
        let (before, after) = (then.table(of: rule.platform), now.table(of: rule.platform))
        let versions = (before.rules + after.rules).flatMap(\.range.bounds)
        let shares = rule.range.split(at: versions).map { piece in
            (before: share(of: rule, in: before, at: piece.from), after: share(of: rule, in: after, at: piece.from))
        }.filter { $0.before > 0 }
        guard !shares.isEmpty else { return nil }
        if shares.allSatisfy({ $0.after >= $0.before }) { return .all }
        return shares.allSatisfy({ $0.after == 0 }) ? .nobody : .part
    }

    /// Returns the number of buckets that get a rule's revision at a version, at most those of the rule's share.
    private static func share(of rule: RuleRequest, in table: RuleTable, at version: ClientVersion) -> Int {
        let buckets = table.answers(at: version).filter { $0.rule.revision == rule.revision }
            .map(\.share.tenths).reduce(0, +)
        return min(buckets, rule.percent.tenths)
    }
}
