import SchemaRepository

/// Finds the clients that get nothing any more because of new rules, and the clients outside the share of a new rule
/// that get another revision because the new rule replaces their former rule.
struct LostClients {
    private let platform: String
    private let requests: [RuleRequest]
    private let before: RuleTable
    private let after: RuleTable

    /// A revision that clients lose, and what they get instead.
    private struct Change: Hashable {
        let former: Int
        /// The revision that the clients get instead; nil for nothing.
        let next: Int?
        /// True if a new rule for a share of the clients replaces the rule by which they got `former`.
        let isOutsideShare: Bool
    }

    /// The clients to whom the same change happens.
    private struct Loss {
        let change: Change
        /// The share of the clients of each version, in tenths of a percent.
        var tenths: Int
        var range: VersionInterval
    }

    /// Returns the warnings about such clients: at most one for each platform of the requests, and none for a platform
    /// that was switched off before.
    static func warnings(
        of requests: [RuleRequest], before: FeatureState, after: FeatureState
    ) -> [ReleaseProblem] {
        var seen: Set<String> = []
        return requests.filter { seen.insert($0.platform).inserted }.compactMap { first in
            LostClients(
                platform: first.platform, requests: requests.filter { $0.platform == first.platform },
                before: before.table(of: first.platform), after: after.table(of: first.platform)
            ).warning(of: first.feature)
        }
    }

    private func warning(of feature: String) -> ReleaseProblem? {
        let losses = self.losses
        let outside = losses.filter(\.change.isOutsideShare)
        let others = losses.filter { !$0.change.isOutsideShare }
        var sentences = outside.map(sentence)
        if !outside.isEmpty {
            sentences.append("To avoid this, publish for all clients or with a rollout plan.")
        }
        sentences += others.map(sentence)
        if let first = others.first {
            sentences.append(
                """
                To avoid this, choose another end or, for example, publish revision \(first.change.former) \
                \(Self.words(first.range)) too.
                """)
        }
        guard let first = outside.first ?? others.first else { return nil }
        return ReleaseProblem(
            code: ReleaseProblem.othersLose, message: sentences.joined(separator: " "), feature: feature,
            version: first.range.from.text)
    }

    private func sentence(_ loss: Loss) -> String {
        let share = RolloutPercent(tenths: loss.tenths)
        let clients = share.isEveryone ? "Clients" : "\(share.text) % of the clients"
        return """
            \(clients) on \(PlatformTitle.of(platform)) \(Self.words(loss.range)) will get \
            \(loss.change.next.map { "revision \($0)" } ?? "nothing") instead of revision \(loss.change.former).
            """
    }

    private static func words(_ range: VersionInterval) -> String {
        range.until == nil ? "from \(range.from)" : range.words
    }

    /// The losses in ascending order of versions.
    private var losses: [Loss] {
        var losses: [Loss] = []
        for piece in VersionInterval.between((before.rules + after.rules).flatMap(\.range.bounds)) {
            for loss in self.losses(in: piece) {
                let earlier = losses.firstIndex {
                    $0.range.until == piece.from && $0.change == loss.change && $0.tenths == loss.tenths
                }
                if let earlier {
                    losses[earlier].range = VersionInterval(from: losses[earlier].range.from, until: piece.until)
                } else {
                    losses.append(loss)
                }
            }
        }
        return losses
    }

    /// Returns the losses in an interval in which no rule starts or ends.
    private func losses(in piece: VersionInterval) -> [Loss] {
        let (former, next) = (before.answers(at: piece.from), after.answers(at: piece.from))
        let bounds = Set((former + next).flatMap { [$0.buckets.lowerBound, $0.buckets.upperBound] }).sorted()
        var losses: [Loss] = []
        for (bucket, end) in zip(bounds, bounds.dropFirst()) {
            guard let old = former.first(where: { $0.buckets.contains(bucket) })?.rule,
                let change = change(from: old, to: next.first { $0.buckets.contains(bucket) }?.rule, at: piece.from)
            else { continue }
            let tenths = min(end, RolloutBucket.count) - bucket
            if let known = losses.firstIndex(where: { $0.change == change }) {
                losses[known].tenths += tenths
            } else {
                losses.append(Loss(change: change, tenths: tenths, range: piece))
            }
        }
        return losses
    }

    /// Returns what the clients of a version lose if the rule `old` applied to them and now the rule `new` does, or
    /// none if `new` is nil. Returns nil if they lose nothing.
    private func change(from old: Rule, to new: Rule?, at version: ClientVersion) -> Change? {
        let isOutsideShare = requests.contains { request in
            !request.percent.isEveryone && request.place == old.place && request.range.contains(version)
        }
        guard let new else { return Change(former: old.revision, next: nil, isOutsideShare: isOutsideShare) }
        guard isOutsideShare, new.place != old.place, new.revision != old.revision else { return nil }
        return Change(former: old.revision, next: new.revision, isOutsideShare: true)
    }
}
