import Cryptography
import PostgreSQL
import SchemaRepository

/// The checks of a release as a whole; `ReleaseGates` checks each revision.
extension ReleaseStore {
    /// Returns the problem that a program (the owner of an API token) releases too many features at once; nil if there
    /// is none. See `ReleaseLimits.featuresOfPrograms` and `partOfPrograms`.
    static func tooManyFeatures(_ attempt: ReleaseAttempt, _ features: [String], on connection: Connection) throws
        -> ReleaseProblem?
    {
        guard attempt.actor.token != nil, features.count > ReleaseLimits.featuresOfPrograms else { return nil }
        let all =
            try connection.query("SELECT count(*) AS count FROM feature")
            .map { try $0["count", as: Int.self] }.first ?? 0
        guard features.count * ReleaseLimits.partOfPrograms > all else { return nil }
        return ReleaseProblem(
            code: "needs-person",
            message: """
                This release changes \(features.count) of \(all) features: \(features.joined(separator: ", ")). \
                A program may change at most \(ReleaseLimits.featuresOfPrograms) features at once or, if that is more, \
                one in \(ReleaseLimits.partOfPrograms) of all features. A person must make this release.
                """)
    }

    /// Returns the problems of new editions that are too large for clients, and the warnings about large editions and
    /// about new editions whose size differs by more than a third from the edition that clients of the same version get
    /// now.
    static func sizes(
        before: FeatureState, after: FeatureState
    ) -> (problems: [ReleaseProblem], warnings: [ReleaseProblem]) {
        var problems: [ReleaseProblem] = []
        var warnings: [ReleaseProblem] = []
        let known = Set(before.rules.flatMap(\.editions).map(\.hash))
        let tables = Dictionary(grouping: before.rules, by: \.platform).mapValues {
            RuleTable($0, platform: $0.first?.platform ?? "")
        }
        var seen: Set<String> = []
        for rule in after.rules {
            for edition in rule.editions where !known.contains(edition.hash) && seen.insert(edition.hash).inserted {
                let limit = ReleaseLimits.editionSize
                if edition.size > limit {
                    problems.append(
                        sizeProblem("too-large", rule, edition, before, "; clients accept at most \(limit) bytes"))
                } else if edition.size * 100 > limit * ReleaseLimits.warningShare {
                    warnings.append(
                        sizeProblem("large", rule, edition, before, "; clients accept at most \(limit) bytes"))
                }
                let former = tables[rule.platform]?.answer(at: edition.from, bucket: nil)?.edition.size
                if let former, abs(edition.size - former) * ReleaseLimits.partOfSize > former {
                    warnings.append(sizeChange(rule, edition, former, before))
                }
            }
        }
        return (problems, warnings)
    }

    private static func sizeProblem(
        _ code: String, _ rule: Rule, _ edition: Edition, _ state: FeatureState, _ end: String
    ) -> ReleaseProblem {
        ReleaseProblem(
            code: code,
            message: """
                Revision \(rule.revision) has \(edition.size) bytes for \(PlatformTitle.of(rule.platform)) clients \
                \(edition.range.words)\(end).
                """, feature: state.feature.name, version: edition.from.text)
    }

    /// Returns the warning that an edition is much smaller or larger than what clients get now.
    private static func sizeChange(
        _ rule: Rule, _ edition: Edition, _ former: Int, _ state: FeatureState
    ) -> ReleaseProblem {
        let isSmaller = edition.size < former
        return ReleaseProblem(
            code: "size-changed",
            message: """
                Revision \(rule.revision) is much \(isSmaller ? "smaller" : "larger") for \
                \(PlatformTitle.of(rule.platform)) clients \(edition.range.words): \(edition.size) bytes instead of \
                \(former).\(isSmaller ? " Check that nothing is missing." : "")
                """, feature: state.feature.name, version: edition.from.text)
    }

    /// Returns a problem for each feature whose new state a read node could not load. `planned`: The bytes, by hash, that
    /// planned releases will have stored before.
    func unreadable(
        _ items: [ReleaseItem], _ changes: [FeatureChange], planned: [String: [UInt8]], number: Int,
        on connection: Connection
    ) throws -> [ReleaseProblem] {
        guard let preflight else { return [] }
        return try Self.parts(zip(items, changes).map { ($0, $1) }).flatMap { part -> [ReleaseProblem] in
            let hashes = Set(part.flatMap { Self.stored($0.item, $0.change) }.map(\.hash))
            let stored = try hashes.isEmpty ? [:] : ContentStore.bytes(of: hashes.sorted(), on: connection)
            return part.compactMap { item, change -> ReleaseProblem? in
                let feature = FeatureSnapshot(
                    name: item.feature, release: number, rules: item.rules, switchedOff: item.switchedOff)
                do {
                    try preflight.load(feature) { change.contents[$0] ?? stored[$0] ?? planned[$0] }
                    return nil
                } catch {
                    return ReleaseProblem(
                        code: "unreadable", message: "Read nodes cannot load \(item.feature): \(error).",
                        feature: item.feature)
                }
            }
        }
    }

    /// The total size of stored contents, in bytes, at which a part of a release is complete.
    private static let sizeOfPart = 8 * 1024 * 1024

    /// Divides the features of a release into parts whose stored contents are read together, so that a release of many
    /// features does not need memory for all contents at once.
    private static func parts(
        _ all: [(item: ReleaseItem, change: FeatureChange)]
    ) -> [ArraySlice<(item: ReleaseItem, change: FeatureChange)>] {
        var starts = [0]
        var size = 0
        for (index, one) in all.enumerated() {
            if size >= sizeOfPart {
                starts.append(index)
                size = 0
            }
            size += stored(one.item, one.change).reduce(0) { $0 + $1.size }
        }
        return zip(starts, starts.dropFirst() + [all.count]).map { all[$0..<$1] }
    }

    /// Returns the editions of a feature whose bytes are not part of the change, so that they must be read from the
    /// database.
    private static func stored(_ item: ReleaseItem, _ change: FeatureChange) -> [Edition] {
        item.rules.flatMap(\.editions).filter { change.contents[$0.hash] == nil }
    }
}
