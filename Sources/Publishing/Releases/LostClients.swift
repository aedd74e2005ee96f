import SchemaRepository

/// Finds the clients that get nothing, or another revision, because of new rules. Only clients without a bucket, which
/// are outside every share, are examined.
struct LostClients {
    private let platform: String
    private let before: RuleTable
    private let after: RuleTable

    /// Returns the warnings that clients get nothing any more, or that a rule for a share of the clients replaces a
    /// rule for everybody: at most one for each platform of the requests, and none for a platform that was switched
    /// off.
    static func warnings(
        of requests: [RuleRequest], before: FeatureState, after: FeatureState
    ) -> [ReleaseProblem] {
        var seen: Set<String> = []
        return requests.filter { seen.insert($0.platform).inserted }.compactMap { first in
            guard !before.switchedOff.contains(first.platform) else { return nil }
            let lost = LostClients(
                platform: first.platform, before: before.table(of: first.platform),
                after: after.table(of: first.platform))
            return lost.warning(of: requests.filter { $0.platform == first.platform })
        }
    }

    private func warning(of requests: [RuleRequest]) -> ReleaseProblem? {
        let share = requests.first { !$0.percent.isEveryone && isReplacing($0) }
        if let share { return replacement(by: share) }
        let gaps = self.gaps
        let title = PlatformTitle.of(platform)
        guard let request = requests.first, let gap = gaps.first else { return nil }
        let sentences = gaps.map { gap in
            "Clients on \(title) \(Self.words(gap.range)) got revision \(gap.revision) and now get nothing."
        }
        return ReleaseProblem(
            code: ReleaseProblem.othersLose,
            message: """
                \(sentences.joined(separator: " ")) To keep it for them, publish revision \(gap.revision) \
                \(Self.words(gap.range)) too, or choose another end.
                """, feature: request.feature, version: gap.range.from.text)
    }

    /// The versions that got a revision before and get nothing now, with that revision, in ascending order.
    private var gaps: [(range: VersionInterval, revision: Int)] {
        var gaps: [(range: VersionInterval, revision: Int)] = []
        for piece in VersionInterval.between((before.rules + after.rules).flatMap(\.range.bounds)) {
            guard let former = revision(before, at: piece.from), revision(after, at: piece.from) == nil else {
                continue
            }
            if let last = gaps.last, last.revision == former, last.range.until == piece.from {
                gaps[gaps.count - 1].range = VersionInterval(from: last.range.from, until: piece.until)
            } else {
                gaps.append((piece, former))
            }
        }
        return gaps
    }

    /// Returns true if the requested rule, which is for a share of the clients, replaces the rule for everybody that
    /// starts at the same version, so that clients outside the share get another revision or nothing.
    private func isReplacing(_ request: RuleRequest) -> Bool {
        guard let former = before.answer(at: request.from, bucket: nil)?.rule, former.from == request.from else {
            return false
        }
        return revision(after, at: request.from) != former.revision
    }

    private func replacement(by request: RuleRequest) -> ReleaseProblem {
        let former = revision(before, at: request.from) ?? 0
        let next = revision(after, at: request.from).map { "revision \($0)" } ?? "nothing"
        return ReleaseProblem(
            code: ReleaseProblem.othersLose,
            message: """
                This rule replaces the one that starts at \(request.from) on \(PlatformTitle.of(platform)): \
                clients outside the \(request.percent.text) % got revision \(former) and now get \(next). \
                To keep it for them, publish with a rollout plan.
                """, feature: request.feature, version: request.from.text)
    }

    private static func words(_ range: VersionInterval) -> String {
        range.until == nil ? "from \(range.from)" : range.words
    }

    private func revision(_ table: RuleTable, at version: ClientVersion) -> Int? {
        table.answer(at: version, bucket: nil)?.rule.revision
    }
}
