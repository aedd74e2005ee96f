import PostgreSQL
import SchemaRepository

/// Finds live documents that name a feature after a release takes it from their clients.
enum LostUses {
    /// The maximum number of live rules examined for one feature and platform.
    private static let maximum = 100

    /// A live rule whose document names the feature.
    private struct Use {
        let feature: String
        /// The name by which the document refers to the other feature, present or former.
        let name: String
        let revision: Int
        let line: Int
        let interval: VersionInterval
    }

    /// Returns warnings about live documents of other features whose clients no longer get what they name; features of
    /// the same release are left out, because their own documents change too.
    static func warnings(
        of changes: [(before: FeatureState, after: FeatureState)], on connection: Connection
    ) throws -> [ReleaseProblem] {
        let names = Set(changes.map(\.before.feature.name))
        return try changes.flatMap { before, after in
            let name = before.feature.name
            return try Set(before.rules.map(\.platform)).sorted().flatMap { platform -> [ReleaseProblem] in
                let lost = lost(before, after, on: platform)
                guard !lost.isEmpty else { return [] }
                let uses = try uses(of: name, on: platform, connection).filter { !names.contains($0.feature) }
                return warnings(about: uses, of: name, on: platform, lost)
            }
        }
    }

    /// The versions that get something before, and nothing after.
    private static func lost(_ before: FeatureState, _ after: FeatureState, on platform: String) -> VersionSet {
        let kept = answered(after, on: platform)
        return VersionSet(answered(before, on: platform).intervals.flatMap { kept.subtracted(from: $0).intervals })
    }

    private static func answered(_ state: FeatureState, on platform: String) -> VersionSet {
        guard !state.switchedOff.contains(platform) else { return .none }
        return VersionSet(
            state.rules.filter { $0.platform == platform }.map { VersionInterval(from: $0.from, until: $0.until) })
    }

    private static func warnings(
        about uses: [Use], of name: String, on platform: String, _ lost: VersionSet
    ) -> [ReleaseProblem] {
        var seen: Set<[String]> = []
        return uses.compactMap { use in
            guard seen.insert([use.feature, String(use.revision), use.name]).inserted else { return nil }
            let live = VersionSet(
                uses.filter { $0.feature == use.feature && $0.revision == use.revision }.map(\.interval))
            let versions = live.intersection(lost)
            guard !versions.isEmpty else { return nil }
            let words = versions.intervals.map(\.words).joined(separator: ", ")
            return ReleaseProblem(
                code: "still-used",
                message: """
                    `\(use.feature)` (revision \(use.revision), line \(use.line)) still uses `\(use.name)` for \
                    \(PlatformTitle.of(platform)) clients \(words).
                    """, feature: name)
        }
    }

    private static func uses(of name: String, on platform: String, _ connection: Connection) throws -> [Use] {
        try connection.query(
            """
            SELECT feature.name, used.name AS written, used.revision, line, from_version, until_version
            FROM revision_reference AS used
            JOIN feature ON feature.id = used.feature_id
            JOIN rule ON rule.feature_id = feature.id AND rule.release = live_release AND rule.revision = used.revision
            JOIN release_item ON release_item.release = rule.release AND release_item.feature_id = rule.feature_id
            WHERE target = 'feature' AND used.name = ANY (
                ARRAY(SELECT name FROM answering_name WHERE feature_id = (\(FeatureStore.id(of: name)))) || \(name))
                AND rule.platform = \(platform)
                AND rule.platform <> ALL (switched_off)
            ORDER BY feature.name, used.revision DESC
            LIMIT \(maximum)
            """
        ).map { row in
            Use(
                feature: try row["name", as: String.self], name: try row["written", as: String.self],
                revision: try row["revision", as: Int.self], line: try row["line", as: Int.self],
                interval: VersionInterval(
                    from: try ClientVersion(row["from_version", as: String.self]),
                    until: try row["until_version", as: String?.self].map { try ClientVersion($0) }))
        }
    }
}
