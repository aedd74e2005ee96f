import SchemaRepository

/// Finds the clients that get something of a feature before a release, and nothing after it: of some versions all, of
/// others a share.
struct NothingLive {
    /// The versions of which an equal share of the clients gets something after the release.
    private struct Loss {
        /// The share that still gets something, in tenths of a percent.
        let answered: Int
        var versions: [VersionInterval]
    }

    private let platform: String
    private let feature: Feature
    private let before: RuleTable
    private let after: RuleTable

    /// Returns the warnings that clients of a feature then get nothing: one for each platform and share, in the
    /// stored order of the platforms, and none for a platform that was switched off.
    static func warnings(before: FeatureState, after: FeatureState) -> [ReleaseProblem] {
        before.rules.map(\.platform).withoutRepeats.flatMap { platform in
            NothingLive(
                platform: platform, feature: before.feature, before: before.table(of: platform),
                after: after.table(of: platform)
            ).warnings
        }
    }

    private var warnings: [ReleaseProblem] {
        losses.map { loss in
            let intervals = VersionSet(loss.versions).intervals
            let rest = RolloutPercent(tenths: RolloutBucket.count - loss.answered)
            let clients = rest.isEveryone ? "Clients" : "\(rest.text) % of the clients"
            return ReleaseProblem(
                code: "nothing-live",
                message: """
                    \(clients) on \(PlatformTitle.of(platform)) \(intervals.map(\.words).joined(separator: ", ")) then \
                    get nothing of \(feature.name).
                    """, feature: feature.name, version: intervals.first?.from.text)
        }
    }

    /// The versions of which fewer clients get something than before, by the share that still does, smallest first.
    private var losses: [Loss] {
        var losses: [Int: Loss] = [:]
        for piece in VersionInterval.between((before.rules + after.rules).flatMap(\.range.bounds)) {
            let answered = Self.answered(after, at: piece.from)
            guard answered < Self.answered(before, at: piece.from) else { continue }
            losses[answered, default: Loss(answered: answered, versions: [])].versions.append(piece)
        }
        return losses.values.sorted { $0.answered < $1.answered }
    }

    /// Returns the share of the clients of a version that get something, in tenths of a percent. The answers take the
    /// buckets from the first one on, without gaps.
    private static func answered(_ table: RuleTable, at version: ClientVersion) -> Int {
        min(table.answers(at: version).last?.buckets.upperBound ?? 0, RolloutBucket.count)
    }
}
