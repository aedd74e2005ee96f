import Publishing

extension OvertakenRollout {
    /// The maximum number of rules in a sentence.
    private static let listedRules = 3

    /// Returns sentences about the clients that no longer get the rollout's revisions, and about the next step if it
    /// would fail now. The failure of a step is not repeated for a rollout that has failed already.
    func sentences(about rollout: Rollout, _ platforms: [Platform]) -> [String] {
        let isFailed = if case .failed = rollout.state { true } else { false }
        var sentences: [String] = []
        switch audience {
        case .nobody: sentences.append(Self.lost(by: rollout))
        case .part:
            let rules = reduced.prefix(Self.listedRules).map { RolloutRow.phrase(for: $0, of: rollout, platforms) }
            sentences.append(Texts["rollouts.lost-partly", ["rules": rules.joined(separator: "; ")]])
            let left = reduced.count - rules.count
            if left > 0 { sentences.append(Texts["common.more-not-listed", ["count": left]]) }
        case .all: if !isFailed { sentences.append(Texts["rollouts.moved"]) }
        }
        if isNextStepStale, !isFailed { sentences.append(Texts["rollouts.next-step-fails"]) }
        return sentences
    }

    /// Returns the share of the clients that get the rollout's revisions, in words; `percent` is that of the step.
    func share(of percent: RolloutPercent) -> String {
        let planned = RolloutRow.share(of: percent)
        return switch audience {
        case .all: planned
        case .part: Texts["rollouts.share-partly", ["share": planned]]
        case .nobody: Texts["rollouts.share-nobody", ["share": planned]]
        }
    }

    /// Returns the sentence about a rollout whose revisions no client gets any more by its rules.
    private static func lost(by rollout: Rollout) -> String {
        let revisions = Set(rollout.request.rules.map(\.revision))
        guard revisions.count == 1, let revision = revisions.first else { return Texts["rollouts.lost-several"] }
        return Texts["rollouts.lost", ["revision": revision]]
    }
}
