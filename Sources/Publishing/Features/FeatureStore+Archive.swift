import PostgreSQL

extension FeatureStore {
    /// Archives a feature that is not live and has no waiting schedule and no open rollout; failed schedules do not
    /// matter. Lists hide an archived feature, and it cannot be published until it is restored.
    package func archive(_ name: String, reason: String, by actor: Actor) throws -> ArchiveOutcome {
        guard reason.unicodeScalars.count <= FeatureArchive.maximumReasonLength else { return .reasonTooLong }
        return try pool.transaction { connection in
            guard let feature = try Self.lock(name, on: connection) else { return .noSuchFeature }
            guard try Self.archive(of: feature.id, on: connection) == nil else { return .unchanged }
            if let release = feature.liveRelease {
                let state = try FeatureState(of: feature, after: release, on: connection)
                let live = Set(state.rules.answering(except: state.switchedOff).map(\.platform))
                guard live.isEmpty else {
                    return .live(platforms: try PlatformTable.all(on: connection).filter { live.contains($0.name) })
                }
            }
            let waiting = try connection.query(
                """
                SELECT id FROM schedule_state WHERE kind IN ('waiting', 'retried')
                    AND \(PlannedFeatures.schedules.contain(id: "\(feature.id)")) ORDER BY id
                """
            ).map { try $0["id", as: Int.self] }
            guard waiting.isEmpty else { return .scheduled(waiting) }
            let open = try RolloutTable.open(of: feature.id, on: connection).map(\.id)
            guard open.isEmpty else { return .rollingOut(open) }
            try connection.execute(
                """
                INSERT INTO feature_archive (feature_id, reason, author_id, author_name)
                VALUES (\(feature.id), \(reason.storable), \(actor.accountID), \(actor.name.storable))
                """)
            try AuditStore.append(
                .featureArchived, of: feature.name, by: actor, ["reason": .text(reason)], on: connection)
            return .done
        }
    }

    /// Restores an archived feature.
    package func restore(_ name: String, by actor: Actor) throws -> ArchiveOutcome {
        try pool.transaction { connection in
            guard let feature = try Self.lock(name, on: connection) else { return .noSuchFeature }
            guard try Self.archive(of: feature.id, on: connection) != nil else { return .unchanged }
            try connection.execute("DELETE FROM feature_archive WHERE feature_id = \(feature.id)")
            try AuditStore.append(.featureRestored, of: feature.name, by: actor, on: connection)
            return .done
        }
    }

    static func archive(of feature: Int, on connection: Connection) throws -> FeatureArchive? {
        try connection.query(
            "SELECT reason, author_id, author_name, created_at FROM feature_archive WHERE feature_id = \(feature)"
        ).map {
            FeatureArchive(
                reason: try $0["reason", as: String.self], author: try Actor($0), createdAt: try $0["created_at"])
        }.first
    }

    /// Locks a feature until the end of the transaction, after waiting for other transactions that have locked it, and
    /// returns its current state; nil if there is no such feature. Releases use the same lock.
    static func lock(_ name: String, on connection: Connection) throws -> Feature? {
        guard let id = try feature(named: name, on: connection)?.id else { return nil }
        return try connection.query(
            """
            SELECT id, name, kind, live_release, author_id, author_name, created_at FROM feature
            WHERE id = \(id) FOR NO KEY UPDATE
            """
        ).map(feature).first
    }
}
