import SchemaRepository

/// Finds the clients that no longer get a feature after a release: for each version all clients or a share of them.
struct CoverageLoss {
    private let platform: String
    private let feature: Feature
    private let before: RuleTable
    private let after: RuleTable

    /// Returns the warnings that clients will no longer get the feature: one for each platform and share of clients, in
    /// the order of the platforms, and none for a platform that was already switched off before the release.
    static func warnings(before: FeatureState, after: FeatureState) -> [ReleaseProblem] {
        before.rules.map(\.platform).withoutRepeats.flatMap { platform in
            CoverageLoss(
                platform: platform, feature: before.feature, before: before.table(of: platform),
                after: after.table(of: platform)
            ).warnings
        }
    }

    /// Returns the platforms and ranges of versions for which a smaller share of the clients gets the feature after a
    /// release than before the release, and also a smaller share than in an earlier state.
    static func clients(
        servedIn earlier: FeatureState, before: FeatureState, after: FeatureState
    ) -> [ExpectedRelease.Clients] {
        before.rules.map(\.platform).withoutRepeats.flatMap { platform in
            let tables = [earlier, before, after].map { $0.table(of: platform) }
            let lost = VersionInterval.between(tables.flatMap(\.rules).flatMap(\.range.bounds)).filter { piece in
                let shares = tables.map { answered($0, at: piece.from) }
                return shares[2] < min(shares[0], shares[1])
            }
            return VersionSet(lost).intervals.map { ExpectedRelease.Clients(platform: platform, range: $0) }
        }
    }

    private var warnings: [ReleaseProblem] {
        losses.sorted { $0.key > $1.key }.map { lost, versions in
            let intervals = VersionSet(versions).intervals
            let share = RolloutPercent(tenths: lost)
            let clients = share.isEveryone ? "Clients" : "\(share.text) % of the clients"
            return ReleaseProblem(
                code: "nothing-live",
                message: """
                    \(clients) on \(PlatformTitle.of(platform)) \(intervals.map(\.words).joined(separator: ", ")) will \
                    no longer get \(feature.name).
                    """, feature: feature.name, version: intervals.first?.from.text)
        }
    }

    /// The versions for which fewer clients get the feature than before, by the share of clients that lose the feature,
    /// in tenths of a percent.
    private var losses: [Int: [VersionInterval]] {
        var losses: [Int: [VersionInterval]] = [:]
        for piece in VersionInterval.between((before.rules + after.rules).flatMap(\.range.bounds)) {
            let lost = Self.answered(before, at: piece.from) - Self.answered(after, at: piece.from)
            guard lost > 0 else { continue }
            losses[lost, default: []].append(piece)
        }
        return losses
    }

    /// Returns the share of the clients of a version that get the feature, in tenths of a percent. The rules' answers
    /// cover the buckets (`RolloutBucket`) from 0 on without gaps.
    private static func answered(_ table: RuleTable, at version: ClientVersion) -> Int {
        min(table.answers(at: version).last?.buckets.upperBound ?? 0, RolloutBucket.count)
    }
}
