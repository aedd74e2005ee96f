import Foundation
import PostgreSQL
import SchemaRepository

/// The features of a release changed or got other names before they were locked, so it must be repeated.
private struct FeaturesMoved: Error {}

extension ReleaseStore {
    /// The maximum time to wait for concurrent releases.
    private static let patience = Duration.seconds(5)

    /// Makes a release of one feature, unless its state is already as requested.
    ///
    /// `clients`: those whom the attempt's expected release concerns; nil for all.
    func make(
        _ attempt: ReleaseAttempt, of name: String, for clients: ExpectedRelease.Clients? = nil,
        unlessDone: (FeatureState, Connection) throws -> ReleaseOutcome? = { _, _ in nil },
        change: (FeatureState, Connection, ReleaseGates) throws -> FeatureChange
    ) throws -> ReleaseOutcome {
        let expected = attempt.expectedRelease.map { [name: [ExpectedRelease(release: $0, clients: clients)]] }
        return try make(attempt, of: [name], expecting: expected ?? [:], unlessDone: unlessDone, change: change)
    }

    /// Makes a release of several features, unless the state of one is already as requested.
    ///
    /// `expected`: the releases that the request expects, by feature.
    func make(
        _ attempt: ReleaseAttempt, of names: [String], expecting expected: [String: [ExpectedRelease]],
        unlessDone: (FeatureState, Connection) throws -> ReleaseOutcome? = { _, _ in nil },
        change: (FeatureState, Connection, ReleaseGates) throws -> FeatureChange
    ) throws -> ReleaseOutcome {
        if let name = names.first(where: { !FeatureName.isValid($0) }) { return .noSuchFeature(name) }
        return try ConnectionPool.retrying(also: { $0 is FeaturesMoved }) {
            try transaction(attempt) { connection, gates in
                let current = try FeatureStore.currentNames(of: names, on: connection)
                let features = try Self.lock(Array(current.values), for: attempt, on: connection)
                if let missing = names.first(where: { name in !features.contains { $0.name == current[name] } }) {
                    guard try FeatureStore.currentNames(of: [missing], on: connection).isEmpty else {
                        throw FeaturesMoved()
                    }
                    return .noSuchFeature(missing)
                }
                // A rename locks the names of features. The numbers are locked before them everywhere, so that no two
                // transactions wait for each other.
                if attempt.kind == .rename { try Self.lockNumbers(on: connection) }
                let expected = Dictionary(expected.map { (current[$0] ?? $0, $1) }, uniquingKeysWith: +)
                if let earlier = try Self.earlier(attempt, on: connection) { return earlier }
                let states = try features.map {
                    try FeatureState(of: $0, after: $0.liveRelease ?? 0, on: connection)
                }
                for state in states { if let outcome = try unlessDone(state, connection) { return outcome } }
                let moved = try states.compactMap { state in
                    try expected[state.feature.name]?.first { try Self.hasMoved(state, since: $0, on: connection) }.map
                    {
                        (feature: state.feature, expected: $0.release)
                    }
                }
                if let oldest = moved.map(\.expected).min() {
                    let current = moved.compactMap(\.feature.liveRelease).max() ?? 0
                    return try stale(
                        attempt, oldest, current, of: moved.map(\.feature.name),
                        items: "feature_id = ANY (\(moved.map(\.feature.id)))", on: connection)
                }
                return try settle(
                    attempt, try states.map { ($0, try change($0, connection, gates)) }, on: connection)
            }
        }
    }

    /// Returns true if what a request changes is not as it was after the release that it expects.
    static func hasMoved(
        _ state: FeatureState, since expected: ExpectedRelease, on connection: Connection
    ) throws -> Bool {
        guard expected.release != state.feature.liveRelease ?? 0 else { return false }
        guard let clients = expected.clients, try expected.release <= ReleaseTable.newest(on: connection) else {
            return true
        }
        var before = try FeatureState(of: state.feature, after: expected.release, on: connection)
        guard !before.isLike(state, for: clients) else { return false }
        guard !expected.known.isEmpty else { return true }
        let releases = try connection.query(
            """
            SELECT release FROM release_item WHERE feature_id = \(state.feature.id) AND release > \(expected.release)
            ORDER BY release
            """
        ).map { try $0["release", as: Int.self] }
        for release in releases {
            let after = try FeatureState(of: state.feature, after: release, on: connection)
            if !expected.known.contains(release), !before.isLike(after, for: clients) { return true }
            before = after
        }
        return false
    }

    /// Makes a release of all features that `names` returns.
    func make(
        _ attempt: ReleaseAttempt, ofAll names: (Connection) throws -> [String],
        change: (FeatureState, Connection, ReleaseGates) throws -> FeatureChange
    ) throws -> ReleaseOutcome {
        return try ConnectionPool.retrying(also: { $0 is FeaturesMoved }) {
            try transaction(attempt) { connection, gates in
                let found = try names(connection)
                let features = try Self.lock(found, for: attempt, on: connection)
                if let earlier = try Self.earlier(attempt, on: connection) { return earlier }
                if !attempt.dryRun { try Self.lockNumbers(on: connection) }
                let current = try ReleaseTable.newest(on: connection)
                if let expected = attempt.expectedRelease, expected != current {
                    return try stale(attempt, expected, current, of: found, items: "true", on: connection)
                }
                guard try names(connection) == found else { throw FeaturesMoved() }
                let changes = try features.map { feature in
                    let before = try FeatureState(of: feature, after: current, on: connection)
                    return (before, try change(before, connection, gates))
                }
                return try settle(attempt, changes, on: connection)
            }
        }
    }

    private func transaction(
        _ attempt: ReleaseAttempt, _ body: (Connection, ReleaseGates) throws -> ReleaseOutcome
    ) throws -> ReleaseOutcome {
        let problems = attempt.problems
        guard problems.isEmpty else { return .rejected(problems) }
        guard let schemas = try schemaReleases.currentRepository() else {
            return .rejected([ReleaseProblem(code: "no-schemas", message: "No schemas have been imported yet.")])
        }
        do {
            return try pool.withConnection { connection in
                try connection.withDeadline(Self.patience) { connection in
                    // A dry run reads one snapshot; a real release is protected by its locks.
                    let isolation: Isolation = attempt.dryRun ? .repeatableRead : .readCommitted
                    return try connection.transaction(isolation: isolation, readOnly: attempt.dryRun) { connection in
                        try attempt.errand.begin(connection)
                        // The schemas may have changed in the meantime.
                        let newer = try schemaReleases.currentRepository(on: connection)
                        let (release, repository) = newer ?? schemas
                        return try body(
                            connection,
                            ReleaseGates(schemaRelease: release, repository: repository, lists: lists))
                    }
                }
            }
        } catch let error as KeyTaken {
            // A concurrent request used the same key for other features; its release is committed by now.
            guard let outcome = try pool.withConnection({ try Self.earlier(attempt, on: $0) }) else { throw error }
            return outcome
        }
    }

    /// Returns the checks by the current schemas; nil if there are none.
    func gates(on connection: Connection) throws -> ReleaseGates? {
        try schemaReleases.currentRepository(on: connection).map { release, repository in
            ReleaseGates(schemaRelease: release, repository: repository, lists: lists)
        }
    }

    /// Returns the features in order of names; locks them until the end of the transaction unless it is a dry run.
    private static func lock(
        _ names: [String], for attempt: ReleaseAttempt, on connection: Connection
    ) throws -> [Feature] {
        try connection.query(
            """
            SELECT id, name, kind, live_release, author_id, author_name, created_at FROM feature
            WHERE name = ANY (\(names)) ORDER BY name \(attempt.dryRun ? "" : "FOR NO KEY UPDATE" as SQL)
            """
        ).map(FeatureStore.feature)
    }

    /// Takes the lock for release numbers; its holder commits before the next number is taken.
    static func lockNumbers(on connection: Connection) throws {
        try connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('galley.release', 0))")
    }

    /// Returns the outcome of an earlier attempt with the same idempotency key, if any.
    ///
    /// - Throws: `KeyTaken` if the same request was carried out, but made no release.
    private static func earlier(_ attempt: ReleaseAttempt, on connection: Connection) throws -> ReleaseOutcome? {
        guard let request = attempt.keyed, let use = try IdempotencyTable.use(of: request, on: connection) else {
            return nil
        }
        guard use.digest == request.digest else { return .keyReused(use) }
        guard let release = try use.release.flatMap({ try ReleaseTable.release($0, on: connection) }) else {
            throw KeyTaken()
        }
        return .released(release, warnings: [])
    }

    private func stale(
        _ attempt: ReleaseAttempt, _ expected: Int, _ current: Int, of names: [String], items: SQL,
        on connection: Connection
    ) throws -> ReleaseOutcome {
        let releases = try ReleaseTable.releases(
            "number > \(expected) AND number IN (SELECT release FROM release_item WHERE \(items))", limit: 20,
            on: connection)
        try recordRefusal(of: attempt, features: names, codes: ["stale"], on: connection)
        return .stale(Staleness(expected: expected, current: current, releases: releases))
    }

    /// Refuses the attempt, returns its plan, or writes the release.
    private func settle(
        _ attempt: ReleaseAttempt, _ asked: [(before: FeatureState, change: FeatureChange)],
        on connection: Connection
    ) throws -> ReleaseOutcome {
        let (changes, archived) = try Self.heedingArchives(asked, kind: attempt.kind, on: connection)
        let names = changes.map(\.before.feature.name)
        var problems = changes.flatMap(\.change.problems)
        if changes.isEmpty {
            problems = [
                ReleaseProblem(
                    code: "nothing-released",
                    message: "There is nothing to roll back: no release was made since that time.")
            ]
        }
        if let crowd = try Self.crowd(attempt, names, on: connection) { problems.append(crowd) }
        let sizes = changes.map { Self.sizes(before: $0.before, after: $0.change.after) }
        // Bytes that were served before are served again, whatever their size.
        if attempt.kind == .publish { problems += sizes.flatMap(\.problems) }
        problems += archived
        let drift = try StateTable.drift(on: connection)
        // Rolling back and switching off stay possible, because they end a fault that clients see.
        let isDriftBlocking = attempt.kind != .rollback && attempt.kind != .switchOff
        if isDriftBlocking { problems += drift }
        guard problems.isEmpty else {
            let codes = Set(problems.map(\.code)).sorted()
            try recordRefusal(of: attempt, features: names, codes: codes, on: connection)
            return .rejected(problems)
        }
        var warnings = changes.flatMap(\.change.warnings) + sizes.flatMap(\.warnings)
        if !isDriftBlocking { warnings += drift }
        warnings += try LostUses.warnings(of: changes.map { ($0.before, $0.change.after) }, on: connection)
        if changes.allSatisfy({ $0.before.answersLike($0.change.after) }) {
            // A rollback that was made already is not made again.
            if attempt.kind == .rollback {
                let since = changes.compactMap(\.before.feature.liveRelease).max() ?? 0
                return .unchanged(since: since, because: "Every client gets that already (release \(since)).")
            }
            if attempt.kind != .rename && attempt.kind != .caching {
                warnings.append(
                    ReleaseProblem(code: "nothing-changes", message: "Every client keeps what it gets now."))
            }
        }
        if !attempt.dryRun { try Self.lockNumbers(on: connection) }
        let number = try ReleaseTable.newest(on: connection) + 1
        let items = changes.map { Self.item(number, before: $0.before, after: $0.change.after) }
        let unreadable = try unreadable(items, changes.map(\.change), number: number, on: connection)
        guard unreadable.isEmpty || attempt.kind == .switchOff else {
            try recordRefusal(of: attempt, features: names, codes: ["unreadable"], on: connection)
            return .rejected(unreadable)
        }
        if attempt.dryRun {
            return .dryRun(
                ReleasePlan(
                    kind: attempt.kind, number: number, items: items, warnings: warnings,
                    proofs: changes.flatMap(\.change.proofs),
                    reach: try ReleaseReach(of: changes.map { ($0.before, $0.change.after) }, on: connection)))
        }
        for (_, change) in changes { try change.write(connection) }
        let digest = try zip(changes, items).reduce(try StateTable.newest(on: connection)) { sum, one in
            let (before, item) = (one.0.before, one.1)
            guard attempt.kind == .rename else { return sum - before.digest + item.digest }
            // The feature has its new name by now.
            let name = try FeatureStore.name(of: before.feature.id, on: connection) ?? item.feature
            return sum - before.digest
                + StateDigest(feature: name, rules: item.rules, switchedOff: item.switchedOff)
        }
        try ReleaseTable.store(number, attempt, on: connection)
        try StateTable.store(digest, after: number, on: connection)
        for (item, change) in zip(items, changes) {
            try ReleaseTable.store(item, of: change.before.feature.id, in: number, on: connection)
            if let shortfall = change.change.shortfall {
                try ApprovalTable.store(
                    shortfall, of: change.before.feature, in: number, by: attempt.actor, reason: attempt.reason,
                    on: connection)
            }
        }
        try AuditStore.append(
            .released, of: "release \(number)", by: attempt.actor,
            [
                "kind": .text(attempt.kind.rawValue), "features": .texts(names), "reason": .text(attempt.reason),
                "schedule": attempt.errand.schedule.map { .number($0) },
            ], on: connection)
        try attempt.errand.finish(number, connection)
        try connection.execute("SELECT pg_notify(\(SnapshotStore.channel), \(String(number)))")
        guard let release = try ReleaseTable.release(number, on: connection) else { throw MissingRow() }
        return .released(release, warnings: warnings)
    }

    /// Returns the changes that a release makes although features are archived, and the problems of those for which it
    /// is refused.
    static func heedingArchives(
        _ changes: [(before: FeatureState, change: FeatureChange)], kind: ReleaseKind, on connection: Connection
    ) throws -> (changes: [(before: FeatureState, change: FeatureChange)], problems: [ReleaseProblem]) {
        if kind == .rollback, changes.count > 1 { return (try withoutArchived(changes, on: connection), []) }
        return (changes, try changes.compactMap { try archived($0.change.after, on: connection) })
    }

    /// Returns the changes with archived features as they are, with a warning: a rollback of many features must not
    /// fail because of one that nobody uses any more.
    private static func withoutArchived(
        _ changes: [(before: FeatureState, change: FeatureChange)], on connection: Connection
    ) throws -> [(before: FeatureState, change: FeatureChange)] {
        try changes.map { before, change in
            guard try archived(change.after, on: connection) != nil else { return (before, change) }
            let name = before.feature.name
            var kept = FeatureChange(after: before)
            kept.warnings = [
                ReleaseProblem(
                    code: "archived", message: "\(name) stays archived; no client gets it.", feature: name)
            ]
            return (before, kept)
        }
    }

    /// Returns the problem of an archived feature that clients would get.
    private static func archived(_ after: FeatureState, on connection: Connection) throws -> ReleaseProblem? {
        guard !after.rules.answering(except: after.switchedOff).isEmpty,
            try FeatureStore.archive(of: after.feature.id, on: connection) != nil
        else { return nil }
        return ReleaseProblem(
            code: "archived", message: "\(after.feature.name) is archived; restore it first.",
            feature: after.feature.name)
    }

    /// Returns the feature's part of a release, with the release since which clients get each edition.
    static func item(_ number: Int, before: FeatureState, after: FeatureState) -> ReleaseItem {
        let platforms = after.rules.map(\.platform).reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
        let rules = platforms.flatMap { platform in
            LiveSince(
                release: number, before: before.table(of: platform),
                after: RuleTable(after.rules, platform: platform)
            ).rules()
        }
        return ReleaseItem(
            feature: before.feature.name, previousRelease: before.feature.liveRelease, rules: rules,
            switchedOff: after.switchedOff)
    }

    private func recordRefusal(
        of attempt: ReleaseAttempt, features: [String], codes: [String], on connection: Connection
    ) throws {
        guard !attempt.dryRun else { return }
        try AuditStore.append(
            .releaseRefused, of: features.joined(separator: " "), by: attempt.actor,
            ["kind": .text(attempt.kind.rawValue), "problems": .texts(codes), "reason": .text(attempt.reason)],
            on: connection)
    }
}
