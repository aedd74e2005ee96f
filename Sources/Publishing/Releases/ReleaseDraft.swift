import PostgreSQL

/// A release that passed all checks, before it is written.
struct ReleaseDraft {
    let attempt: ReleaseAttempt
    /// The next free release number; a plan does not reserve it.
    let number: Int
    let changes: [(before: FeatureState, change: FeatureChange)]
    /// The release's item for each change, in the same order.
    let items: [ReleaseItem]
    /// The features directly before a release at a later time; empty for a release now.
    let moments: [FeatureMoment]
    let warnings: [ReleaseProblem]

    /// Returns the release as a plan.
    func plan(on connection: Connection) throws -> ReleasePlan {
        ReleasePlan(
            kind: attempt.kind, number: number, items: items, moments: moments, warnings: warnings,
            proofs: changes.flatMap(\.change.proofs),
            reach: try ReleaseReach(of: changes.map { ($0.before, $0.change.after) }, on: connection),
            finalReach: try changes.contains { $0.change.last != nil }
                ? ReleaseReach(of: changes.map { ($0.before, $0.change.last ?? $0.change.after) }, on: connection)
                : nil)
    }

    /// Writes the release, makes it live and notifies the nodes.
    func write(on connection: Connection) throws -> Release {
        for (_, change) in changes { try change.write(connection) }
        let digest = try zip(changes, items).reduce(try StateTable.newest(on: connection)) { sum, one in
            let (before, item) = (one.0.before, one.1)
            guard attempt.kind == .rename else { return sum - before.digest + item.digest }
            // `change.write` has already renamed the feature.
            let name = try FeatureStore.name(of: before.feature.id, on: connection) ?? item.feature
            return sum - before.digest
                + StateDigest(feature: name, rules: item.rules, switchedOff: item.switchedOff)
        }
        try ReleaseTable.store(number, attempt, on: connection)
        try StateTable.store(digest, after: number, on: connection)
        try ReleaseTable.store(
            zip(items, changes).map { ($0, $1.before.feature.id) }, in: number, on: connection)
        for (before, change) in changes {
            if let shortfall = change.shortfall {
                try ApprovalTable.store(
                    shortfall, of: before.feature, in: number, by: attempt.actor, reason: attempt.reason,
                    on: connection)
            }
        }
        try AuditStore.append(
            .released, of: "release \(number)", by: attempt.actor,
            [
                "kind": .text(attempt.kind.rawValue), "features": .texts(changes.map(\.before.feature.name)),
                "reason": .text(attempt.reason), "schedule": attempt.context.schedule.map { .number($0) },
            ], on: connection)
        try attempt.context.finish(number, connection)
        try connection.execute("SELECT pg_notify(\(SnapshotStore.channel), \(String(number)))")
        guard let release = try ReleaseTable.release(number, on: connection) else { throw MissingRow() }
        return release
    }
}
