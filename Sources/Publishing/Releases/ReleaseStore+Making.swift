import Foundation
import PostgreSQL
import SchemaRepository

/// The error for a set of features that changed, or for features that were renamed, before they could be locked for a
/// release; the transaction is repeated.
private struct FeaturesChangedError: Error {}

extension ReleaseStore {
    /// The maximum duration of a statement in the transaction of a release.
    private static let patience = Duration.seconds(5)
    /// The maximum number of releases that the refusal of a stale request lists.
    private static let maximumMoves = 20
    /// The number of former states of a feature that one query reads to find the releases that such a refusal lists.
    private static let statesAtOnce = 100

    /// Creates or plans a release of one feature, unless its state is already as requested.
    ///
    /// `clients`: The clients for whom nothing may have changed since the attempt's expected release; nil for all.
    /// `unlessDone`: Returns a refusal if the state is already as requested. `change`: Returns the change of the
    /// feature.
    func make<Outcome: AttemptOutcome>(
        _ attempt: ReleaseAttempt, of name: String, for clients: ExpectedRelease.Clients? = nil,
        unlessDone: (FeatureState, Connection) throws -> ReleaseRefusal? = { _, _ in nil },
        change: (FeatureState, Connection, ReleaseGates) throws -> FeatureChange
    ) throws -> Outcome {
        let expected = attempt.expectedRelease.map { [name: [ExpectedRelease(release: $0, clients: clients)]] }
        return try make(attempt, of: [name], expecting: expected ?? [:], unlessDone: unlessDone, change: change)
    }

    /// Creates or plans a release of several features, unless the state of one is already as requested.
    ///
    /// `expected`: The releases that the request expects of each feature, by the feature's name.
    func make<Outcome: AttemptOutcome>(
        _ attempt: ReleaseAttempt, of names: [String], expecting expected: [String: [ExpectedRelease]],
        unlessDone: (FeatureState, Connection) throws -> ReleaseRefusal? = { _, _ in nil },
        change: (FeatureState, Connection, ReleaseGates) throws -> FeatureChange
    ) throws -> Outcome {
        if let name = names.first(where: { !FeatureName.isValid($0) }) { return .refused(.noSuchFeature(name)) }
        return try ConnectionPool.retrying(also: { $0 is FeaturesChangedError }) {
            try transaction(attempt) { connection, gates -> Outcome in
                let current = try FeatureStore.currentNames(of: names, on: connection)
                let features = try Self.features(Array(current.values), locked: !Outcome.isPlan, on: connection)
                if let missing = names.first(where: { name in !features.contains { $0.name == current[name] } }) {
                    guard try FeatureStore.currentNames(of: [missing], on: connection).isEmpty else {
                        throw FeaturesChangedError()
                    }
                    return .refused(.noSuchFeature(missing))
                }
                // A rename also locks the names of features. No transaction locks the release numbers after the names,
                // so that no two transactions wait for each other.
                if attempt.kind == .rename { try Self.lockNumbers(on: connection) }
                let expected = Dictionary(expected.map { (current[$0] ?? $0, $1) }, uniquingKeysWith: +)
                if let earlier = try Outcome.earlier(attempt, on: connection) { return earlier }
                let states = try features.map {
                    try FeatureState(of: $0, after: $0.liveRelease ?? 0, on: connection)
                }
                for state in states {
                    if let refusal = try unlessDone(state, connection) { return .refused(refusal) }
                }
                let moved = try states.flatMap { state in
                    try (expected[state.feature.name] ?? [])
                        .filter { try Self.hasMoved(state, since: $0, on: connection) }
                        .map { (feature: state.feature, expected: $0) }
                }
                if let oldest = moved.map(\.expected.release).min() {
                    let current = moved.compactMap(\.feature.liveRelease).max() ?? 0
                    let names = states.map(\.feature.name).filter { name in moved.contains { $0.feature.name == name } }
                    let moves = try moved.flatMap { try Self.moves(of: $0.feature, since: $0.expected, on: connection) }
                    return try stale(
                        attempt, oldest, current, of: names, releases: "number = ANY (\(Set(moves).sorted()))",
                        on: connection)
                }
                guard Outcome.isPlan, let time = attempt.context.time else {
                    return try settle(
                        attempt, try states.map { ($0, try change($0, connection, gates)) }, on: connection)
                }
                // Whatever a plan for a later time says must be about the rules that it will find then.
                var forecast = try ReleaseForecast(at: time, releases: self, gates: gates, on: connection)
                let changes = try features.map { feature in
                    let before = try forecast.state(of: feature).state
                    return (before: before, change: try change(before, connection, forecast.gates))
                }
                return try settle(
                    attempt, changes, moments: try features.map { try forecast.moment(of: $0, at: time) },
                    forecast: forecast, on: connection)
            }
        }
    }

    /// Returns true if the rules that a request concerns differ from those after the release that it expects, unless
    /// only releases in `known` have changed them. For a request that concerns all clients, or that expects a higher
    /// number than that of the newest release, returns true if the feature's live release is not the expected one.
    static func hasMoved(
        _ state: FeatureState, since expected: ExpectedRelease, on connection: Connection
    ) throws -> Bool {
        guard expected.release != state.feature.liveRelease ?? 0 else { return false }
        guard let clients = expected.clients, try expected.release <= ReleaseTable.newest(on: connection) else {
            return true
        }
        let before = try FeatureState(of: state.feature, after: expected.release, on: connection)
        guard !before.isLike(state, for: clients) else { return false }
        return try expected.known.isEmpty || !moves(of: state.feature, since: expected, on: connection).isEmpty
    }

    /// Returns the numbers of the releases since the expected one that changed the rules that a request concerns,
    /// without those in `known`; for a request that concerns all clients, of all the feature's releases since then.
    /// Newest first, at most `maximumMoves`.
    static func moves(
        of feature: Feature, since expected: ExpectedRelease, on connection: Connection
    ) throws -> [Int] {
        let items = try connection.query(
            """
            SELECT release, switched_off FROM release_item
            WHERE feature_id = \(feature.id) AND release > \(expected.release) ORDER BY release DESC
            """
        ).map { (release: try $0["release", as: Int.self], switchedOff: try $0["switched_off", as: [String].self]) }
        guard let clients = expected.clients else { return items.prefix(maximumMoves).map(\.release) }
        var moves: [Int] = []
        var after: (release: Int, state: FeatureState)?
        func compare(_ before: FeatureState) {
            guard let after, !expected.known.contains(after.release), !before.isLike(after.state, for: clients) else {
                return
            }
            moves.append(after.release)
        }
        for batch in items.batches(of: statesAtOnce) {
            let rules = try RuleTables.rules(of: feature.id, at: batch.map(\.release), on: connection)
            for item in batch {
                let state = FeatureState(
                    feature: feature, rules: rules[item.release] ?? [], switchedOff: item.switchedOff)
                compare(state)
                guard moves.count < maximumMoves else { return moves }
                after = (item.release, state)
            }
        }
        compare(try FeatureState(of: feature, after: expected.release, on: connection))
        return moves
    }

    /// Creates or plans a release of all features whose names `names` returns. There may be thousands, so their states
    /// are read together; `changes` returns one change for each state, in the same order.
    func make<Outcome: AttemptOutcome>(
        _ attempt: ReleaseAttempt, ofAll names: (Connection) throws -> [String],
        changes: ([FeatureState], Connection, ReleaseGates) throws -> [FeatureChange]
    ) throws -> Outcome {
        return try ConnectionPool.retrying(also: { $0 is FeaturesChangedError }) {
            try transaction(attempt) { connection, gates -> Outcome in
                let found = try names(connection)
                let features = try Self.features(found, locked: !Outcome.isPlan, on: connection)
                if let earlier = try Outcome.earlier(attempt, on: connection) { return earlier }
                if !Outcome.isPlan { try Self.lockNumbers(on: connection) }
                let current = try ReleaseTable.newest(on: connection)
                if let expected = attempt.expectedRelease, expected != current {
                    return try stale(
                        attempt, expected, current, of: found, releases: "number > \(expected)", on: connection)
                }
                guard try names(connection) == found else { throw FeaturesChangedError() }
                let states = try FeatureState.states(of: features, after: current, on: connection)
                let made = try changes(states, connection, gates)
                return try settle(attempt, zip(states, made).map { ($0, $1) }, on: connection)
            }
        }
    }

    private func transaction<Outcome: AttemptOutcome>(
        _ attempt: ReleaseAttempt, _ body: (Connection, ReleaseGates) throws -> Outcome
    ) throws -> Outcome {
        let problems = attempt.problems
        guard problems.isEmpty else { return .refused(.rejected(problems)) }
        guard let schemas = try schemaReleases.currentRepository() else {
            let problem = ReleaseProblem(code: "no-schemas", message: "No schemas have been imported yet.")
            return .refused(.rejected([problem]))
        }
        do {
            return try pool.withConnection { connection in
                try connection.withDeadline(Self.patience) { connection in
                    // A plan reads one database snapshot; a release is protected by its locks.
                    let isolation: Isolation = Outcome.isPlan ? .repeatableRead : .readCommitted
                    return try connection.transaction(isolation: isolation, readOnly: Outcome.isPlan) { connection in
                        try attempt.context.begin(connection)
                        // The current schemas may have changed before the transaction began.
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
            guard let outcome = try pool.withConnection({ try Outcome.earlier(attempt, on: $0) }) else { throw error }
            return outcome
        }
    }

    /// Returns the checks against the current schemas; nil if no schemas have been imported.
    func gates(on connection: Connection) throws -> ReleaseGates? {
        try schemaReleases.currentRepository(on: connection).map { release, repository in
            ReleaseGates(schemaRelease: release, repository: repository, lists: lists)
        }
    }

    /// Returns the existing features in order of names; if `locked`, locks them until the end of the transaction.
    static func features(
        _ names: [String], locked: Bool, on connection: Connection
    ) throws -> [Feature] {
        try connection.query(
            """
            SELECT id, name, kind, live_release, author_id, author_name, created_at FROM feature
            WHERE name = ANY (\(names)) ORDER BY name \(locked ? "FOR NO KEY UPDATE" : "" as SQL)
            """
        ).map(FeatureStore.feature)
    }

    /// Locks the release numbers until the end of the transaction, so that releases are committed in the order of their
    /// numbers.
    static func lockNumbers(on connection: Connection) throws {
        try connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('galley.release', 0))")
    }

    /// Refuses an attempt as stale, because of the releases that meet a condition.
    private func stale<Outcome: AttemptOutcome>(
        _ attempt: ReleaseAttempt, _ expected: Int, _ current: Int, of names: [String], releases condition: SQL,
        on connection: Connection
    ) throws -> Outcome {
        let releases = try ReleaseTable.releases(condition, limit: Self.maximumMoves, on: connection)
        let staleness = Staleness(expected: expected, current: current, releases: releases)
        return try refuse(attempt, names, .stale(staleness), codes: ["stale"], on: connection)
    }

    /// Refuses the attempt, returns its plan, or writes the release.
    ///
    /// `moments`: For a plan for a later time, the features directly before the release. `forecast`: The planned releases
    /// before it.
    private func settle<Outcome: AttemptOutcome>(
        _ attempt: ReleaseAttempt, _ asked: [(before: FeatureState, change: FeatureChange)],
        moments: [FeatureMoment] = [], forecast: ReleaseForecast? = nil, on connection: Connection
    ) throws -> Outcome {
        let (changes, archived) = try Self.respectingArchives(asked, kind: attempt.kind, on: connection)
        let names = changes.map(\.before.feature.name)
        var problems = changes.flatMap(\.change.problems)
        if changes.isEmpty {
            problems = [
                ReleaseProblem(
                    code: "nothing-released",
                    message: "There is nothing to roll back: the release does not exist, or no release was made since "
                        + "that time.")
            ]
        }
        if let tooMany = try Self.tooManyFeatures(attempt, names, on: connection) { problems.append(tooMany) }
        let sizes = changes.map { Self.sizes(before: $0.before, after: $0.change.after) }
        // Other kinds of release serve bytes that were served before, whatever their size.
        if attempt.kind == .publish { problems += sizes.flatMap(\.problems) }
        problems += archived
        let drift = try StateTable.drift(on: connection)
        // Rollbacks and switch-offs end a fault that clients see, so they stay possible while a node serves another
        // state than the database has.
        let isDriftBlocking = attempt.kind != .rollback && attempt.kind != .switchOff
        if isDriftBlocking { problems += drift }
        guard problems.isEmpty else {
            let codes = Set(problems.map(\.code)).sorted()
            return try refuse(attempt, names, .rejected(problems), codes: codes, on: connection)
        }
        var warnings = changes.flatMap(\.change.warnings) + sizes.flatMap(\.warnings)
        if !isDriftBlocking { warnings += drift }
        let moves = changes.map { (before: $0.before, after: $0.change.after) }
        warnings += try DanglingReferences.warnings(
            of: moves, live: forecast?.gates.live ?? .now, on: connection)
        warnings += try PlannedEnds.warnings(
            of: moves, until: attempt.context.ends, after: forecast,
            on: connection)
        warnings += try FailingSteps.warnings(
            of: moves, by: attempt.context.rollout, at: attempt.context.time,
            until: attempt.context.ends, after: forecast, on: connection)
        warnings += try FailingSchedules(
            attempt.context, isStep: attempt.kind == .publish, after: forecast, releases: self, on: connection
        ).warnings(of: moves)
        if changes.allSatisfy({ $0.before.answersLike($0.change.after) }) {
            // A rollback to what is live already creates no release.
            if attempt.kind == .rollback {
                let since = changes.compactMap(\.before.feature.liveRelease).max() ?? 0
                return .refused(
                    .unchanged(
                        since: since,
                        because: "Every client already gets what the rollback would restore (since release \(since))."))
            }
            if attempt.kind != .rename && attempt.kind != .caching {
                warnings.append(
                    ReleaseProblem(
                        code: "nothing-changes",
                        message: moments.isEmpty
                            ? "Every client keeps what it gets now." : "Every client keeps what it will get by then."))
            }
        }
        if !Outcome.isPlan { try Self.lockNumbers(on: connection) }
        let number = try (forecast?.newest ?? ReleaseTable.newest(on: connection)) + 1
        let items = changes.map {
            Self.item(
                number, before: $0.change.takesUsedName ? FeatureState(feature: $0.before.feature) : $0.before,
                after: $0.change.after)
        }
        let unreadable = try unreadable(
            items, changes.map(\.change), planned: forecast?.contents ?? [:], number: number, on: connection)
        guard unreadable.isEmpty || attempt.kind == .switchOff else {
            return try refuse(attempt, names, .rejected(unreadable), codes: ["unreadable"], on: connection)
        }
        return try Outcome.settled(
            ReleaseDraft(
                attempt: attempt, number: number, changes: changes, items: items, moments: moments, warnings: warnings),
            on: connection)
    }

    /// Returns the changes of a release with archived features taken into account, and the problems because of which it
    /// is refused: a rollback of several features leaves archived features that it would make live as they are; any
    /// other release that would make an archived feature live is refused.
    static func respectingArchives(
        _ changes: [(before: FeatureState, change: FeatureChange)], kind: ReleaseKind, on connection: Connection
    ) throws -> (changes: [(before: FeatureState, change: FeatureChange)], problems: [ReleaseProblem]) {
        if kind == .rollback, changes.count > 1 { return (try withoutArchived(changes, on: connection), []) }
        return (changes, try changes.compactMap { try archived($0.change.after, on: connection) })
    }

    /// Returns the changes, but leaves archived features that they would make live as they are, with a warning: a
    /// rollback of many features must not fail because of one that nobody uses any more.
    private static func withoutArchived(
        _ changes: [(before: FeatureState, change: FeatureChange)], on connection: Connection
    ) throws -> [(before: FeatureState, change: FeatureChange)] {
        let answering = changes.map(\.change.after).filter { !$0.rules.answering(except: $0.switchedOff).isEmpty }
        let archived = Set(
            try connection.query(
                "SELECT feature_id FROM feature_archive WHERE feature_id = ANY (\(answering.map(\.feature.id)))"
            ).map { try $0["feature_id", as: Int.self] })
        return changes.map { before, change in
            guard archived.contains(change.after.feature.id) else { return (before, change) }
            let name = before.feature.name
            var kept = FeatureChange(after: before)
            kept.warnings = [
                ReleaseProblem(
                    code: "archived", message: "\(name) stays archived; no client gets it.", feature: name)
            ]
            return (before, kept)
        }
    }

    /// Returns the problem of an archived feature that clients would get; nil if there is none.
    private static func archived(_ after: FeatureState, on connection: Connection) throws -> ReleaseProblem? {
        guard !after.rules.answering(except: after.switchedOff).isEmpty,
            try FeatureStore.archive(of: after.feature.id, on: connection) != nil
        else { return nil }
        return ReleaseProblem(
            code: "archived", message: "\(after.feature.name) is archived; restore it first.",
            feature: after.feature.name)
    }

    /// Returns the release's item for a feature, with the release since which clients get each edition.
    static func item(_ number: Int, before: FeatureState, after: FeatureState) -> ReleaseItem {
        let rules = after.rules.map(\.platform).withoutRepeats.flatMap { platform in
            LiveSince(
                release: number, before: before.table(of: platform),
                after: RuleTable(after.rules, platform: platform)
            ).rules()
        }
        return ReleaseItem(
            feature: before.feature.name, previousRelease: before.feature.liveRelease, rules: rules,
            switchedOff: after.switchedOff)
    }

    /// Refuses an attempt, and records that in the audit trail unless the release was only planned.
    private func refuse<Outcome: AttemptOutcome>(
        _ attempt: ReleaseAttempt, _ features: [String], _ refusal: ReleaseRefusal, codes: [String],
        on connection: Connection
    ) throws -> Outcome {
        guard !Outcome.isPlan else { return .refused(refusal) }
        try AuditStore.append(
            .releaseRefused, of: features.joined(separator: " "), by: attempt.actor,
            ["kind": .text(attempt.kind.rawValue), "problems": .texts(codes), "reason": .text(attempt.reason)],
            on: connection)
        return .refused(refusal)
    }
}
