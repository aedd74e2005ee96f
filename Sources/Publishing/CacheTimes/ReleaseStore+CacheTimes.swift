import PostgreSQL

extension ReleaseStore {
    /// Returns the cache times of a feature; the default times if there is no such feature.
    package func cacheTimes(of name: String) throws -> CacheTimes {
        try pool.withConnection { try CacheTimeTable.times(of: name, on: $0) }
    }

    /// Changes the cache times of a feature; `change` gets the present times and returns the new ones, and may be
    /// called several times.
    ///
    /// If the feature was published, the change is a release with the same rules, so that every node applies the times
    /// together with that release.
    ///
    /// - Throws: `KeyTaken` if another attempt has claimed the idempotency key of the current request.
    package func changeCacheTimes(
        of name: String, by actor: Actor, _ change: (CacheTime) -> CacheTime
    ) throws -> CacheTimeOutcome {
        let outcome = try pool.transaction { connection -> CacheTimeOutcome? in
            guard let feature = try FeatureStore.lock(name, on: connection) else { return .noSuchFeature }
            let times = try CacheTimeTable.times(of: name, on: connection)
            let next = change(times.present)
            guard next.isAllowed else { return .outOfRange }
            guard next != times.present else { return .unchanged(feature) }
            guard feature.liveRelease == nil else { return nil }
            try Self.store(next, of: feature, after: times, by: actor, on: connection)
            return .changed(feature, release: nil)
        }
        return try outcome ?? release(name, by: actor, change)
    }

    private func release(
        _ name: String, by actor: Actor, _ change: (CacheTime) -> CacheTime
    ) throws -> CacheTimeOutcome {
        let attempt = ReleaseAttempt(
            kind: .caching, expectedRelease: nil, reason: "", idempotencyKey: nil, actor: actor,
            details: [name])
        var isOutOfRange = false
        let outcome: ReleaseOutcome = try make(attempt, of: name) { before, connection in
            // The times may have changed since they were compared.
            let times = try CacheTimeTable.times(of: name, on: connection)
            let next = change(times.present)
            isOutOfRange = !next.isAllowed
            guard next == times.present || !next.isAllowed else { return nil }
            return .unchanged(
                since: before.feature.liveRelease ?? 0, because: "The feature already has these cache times.")
        } change: { before, connection, _ in
            let times = try CacheTimeTable.times(of: name, on: connection)
            let next = change(times.present)
            var result = FeatureChange(after: before)
            result.write = { try Self.store(next, of: before.feature, after: times, by: actor, on: $0) }
            return result
        }
        guard let feature = try pool.withConnection({ try FeatureStore.feature(named: name, on: $0) }) else {
            return .noSuchFeature
        }
        switch outcome {
        case .released(let release, _): return .changed(feature, release: release.number)
        case .refused(.unchanged): return isOutOfRange ? .outOfRange : .unchanged(feature)
        case .refused(.rejected(let problems)): return .refused(problems)
        case .refused(.noSuchFeature): return .noSuchFeature
        case .refused: return .refused([])
        // Another request claimed the key after this one had looked it up.
        case .keyReused: throw KeyTaken()
        }
    }

    private static func store(
        _ time: CacheTime, of feature: Feature, after times: CacheTimes, by actor: Actor, on connection: Connection
    ) throws {
        try CacheTimeTable.store(time, of: feature, by: actor, on: connection)
        try AuditStore.append(
            .cacheTimeChanged, of: feature.name, by: actor,
            ["before": .text(times.present.edition), "after": .text(time.edition)], on: connection)
    }
}
