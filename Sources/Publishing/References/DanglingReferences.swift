import PostgreSQL
import SchemaRepository

/// Finds live documents that refer to a feature that their clients no longer get after a release.
enum DanglingReferences {
    /// The maximum number of live revisions examined for one feature and platform.
    private static let maximum = 100
    /// The maximum number of features of a release whose own documents are examined.
    private static let maximumChanges = 50
    /// The maximum number of losses (pairs of a feature and a platform) whose uses one statement finds.
    private static let batch = 200

    /// The client versions of a platform that get a feature before a release, but not after it.
    private struct Loss {
        let feature: Feature
        let platform: String
        let versions: VersionSet
    }

    /// A live revision whose document refers to the feature of a loss.
    private struct Use {
        /// The name of the revision's feature.
        let feature: String
        /// The name, present or former, by which the document refers to the feature of the loss.
        let name: String
        let revision: Int
        let line: Int
    }

    /// Returns warnings about live documents of other features that refer to a feature that their clients no longer
    /// get. `live`: The rules directly before the release.
    ///
    /// A release of many features, such as a rollback of all, may take away both a document and what it refers to.
    /// Above `maximumChanges`, the documents of its own features are left out.
    static func warnings(
        of changes: [(before: FeatureState, after: FeatureState)], live: LiveRules, on connection: Connection
    ) throws -> [ReleaseProblem] {
        let isWide = changes.count > maximumChanges
        let omitted = isWide ? Set(changes.map(\.before.feature.name)) : []
        let after = isWide ? live : live.changed(to: changes.map(\.after))
        let losses = changes.flatMap { before, after in
            Set(before.rules.map(\.platform)).sorted().compactMap { platform -> Loss? in
                let versions = lost(before, after, on: platform)
                return versions.isEmpty ? nil : Loss(feature: before.feature, platform: platform, versions: versions)
            }
        }
        return try losses.batches(of: batch).flatMap { part -> [ReleaseProblem] in
            let found = try uses(of: part, live: after, on: connection)
                .map { uses in uses.filter { !omitted.contains($0.feature) } }
            let names = Set(found.joined().map(\.feature)).sorted()
            var served: [String: [String: [ServedRevision]]] = [:]
            for platform in Set(part.map(\.platform)) {
                served[platform] = try after.served(ofFeatures: names, on: platform, connection)
            }
            return zip(part, found).flatMap { loss, uses in
                uses.compactMap { warning(about: $0, served[loss.platform]?[$0.feature] ?? [], of: loss) }
            }
        }
    }

    /// Returns the client versions that get the feature before the release, but not after it.
    private static func lost(_ before: FeatureState, _ after: FeatureState, on platform: String) -> VersionSet {
        let kept = answered(after, on: platform)
        return VersionSet(answered(before, on: platform).intervals.flatMap { kept.subtracted(from: $0).intervals })
    }

    private static func answered(_ state: FeatureState, on platform: String) -> VersionSet {
        guard !state.switchedOff.contains(platform) else { return .none }
        return VersionSet(
            state.rules.filter { $0.platform == platform }.map { VersionInterval(from: $0.from, until: $0.until) })
    }

    /// Returns a warning about a use, unless none of the clients that lose the feature get the revision. `served`: The
    /// revisions of the use's feature that clients of the platform get.
    private static func warning(about use: Use, _ served: [ServedRevision], of loss: Loss) -> ReleaseProblem? {
        let live = VersionSet(served.filter { $0.revision == use.revision }.flatMap(\.versions.intervals))
        let versions = live.intersection(loss.versions)
        guard !versions.isEmpty else { return nil }
        let words = versions.intervals.map(\.words).joined(separator: ", ")
        return ReleaseProblem(
            code: "still-used",
            message: """
                `\(use.feature)` (revision \(use.revision), line \(use.line)) still uses `\(use.name)` for \
                \(PlatformTitle.of(loss.platform)) clients \(words).
                """, feature: loss.feature.name)
    }

    /// Returns the live revisions whose documents refer to the feature of each loss, in the order of the losses.
    private static func uses(
        of losses: ArraySlice<Loss>, live: LiveRules, on connection: Connection
    ) throws -> [[Use]] {
        let rows = try connection.query(
            """
            SELECT place, found.*
            FROM unnest(\(losses.map(\.feature.id)), \(losses.map(\.feature.name)), \(losses.map(\.platform)))
                WITH ORDINALITY AS lost (id, name, platform, place)
            CROSS JOIN LATERAL (
                SELECT feature.name AS referrer, used.name AS written, used.revision, line
                FROM revision_reference AS used
                JOIN feature ON feature.id = used.feature_id
                WHERE target = 'feature' AND used.name = ANY (
                    ARRAY(SELECT named.name FROM \(live.names) AS named WHERE named.feature_id = lost.id)
                        || lost.name)
                    AND EXISTS (
                        SELECT FROM (\(live.rules(of: "feature.id"))) AS rule
                        WHERE rule.revision = used.revision AND rule.platform = lost.platform AND NOT is_off
                    )
                ORDER BY feature.name, used.revision DESC
                LIMIT \(maximum)
            ) AS found
            ORDER BY place, found.referrer, found.revision DESC
            """)
        var uses = [[Use]](repeating: [], count: losses.count)
        for row in rows {
            let use = Use(
                feature: try row["referrer", as: String.self], name: try row["written", as: String.self],
                revision: try row["revision", as: Int.self], line: try row["line", as: Int.self])
            uses[try row["place", as: Int.self] - 1].append(use)
        }
        return uses
    }
}
