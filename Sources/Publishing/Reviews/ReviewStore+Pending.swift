import PostgreSQL

extension ReviewStore {
    /// The default limit of `pending(limit:)`.
    package static let maximumPending = 200

    /// Returns up to `limit` open review requests, oldest first; of each feature only the newest request, if that is
    /// open. Requests about archived features and live revisions are left out.
    package func pending(limit: Int = ReviewStore.maximumPending) throws -> [PendingReview] {
        try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
            let open = try ApprovalTable.requests(
                """
                review.id = (SELECT max(newest.id) FROM review newest WHERE newest.feature_id = review.feature_id)
                AND NOT EXISTS (SELECT FROM feature_archive WHERE feature_archive.feature_id = review.feature_id)
                AND NOT EXISTS (SELECT FROM rule WHERE rule.release = feature.live_release
                    AND rule.feature_id = review.feature_id AND rule.revision = review.revision)
                ORDER BY review.created_at, review.id LIMIT \(limit)
                """, on: connection)
            return try open.compactMap { try Self.pending($0, on: connection) }
        }
    }

    /// Returns the states of the reviews of a feature's revisions. A revision without requests and verdicts is a draft
    /// and is left out.
    package func states(of revisions: [Int], of name: String) throws -> [Int: ReviewState] {
        try pool.withConnection { connection in
            guard let feature = try FeatureStore.feature(named: name, on: connection) else { return [:] }
            let reviewed = try connection.query(
                """
                SELECT number, encode(content_hash, 'hex') AS hash FROM revision
                WHERE feature_id = \(feature.id) AND number = ANY (\(revisions)) AND (
                    EXISTS (SELECT FROM review WHERE feature_id = \(feature.id) AND review.revision = number)
                    OR EXISTS (SELECT FROM approval WHERE feature_id = \(feature.id) AND approval.revision = number))
                """
            ).map { (try $0["number", as: Int.self], try $0["hash", as: String.self]) }
            var states: [Int: ReviewState] = [:]
            for (number, hash) in reviewed {
                states[number] = try ApprovalTable.summary(of: number, hash: hash, feature, on: connection).state
            }
            return states
        }
    }

    /// Returns, for each live revision that still lacks required approvals, the newest release that published it
    /// without them.
    package func bypasses(of name: String) throws -> [ApprovalBypass] {
        try pool.withConnection { connection in
            guard let feature = try FeatureStore.feature(named: name, on: connection) else { return [] }
            let found = try connection.query(
                """
                SELECT DISTINCT ON (approval_bypass.revision) approval_bypass.release, approval_bypass.revision,
                    required, given, reason, author_id, author_name
                FROM approval_bypass JOIN release ON release.number = approval_bypass.release
                JOIN rule ON rule.release = \(feature.liveRelease) AND rule.feature_id = \(feature.id)
                    AND rule.revision = approval_bypass.revision
                WHERE approval_bypass.feature_id = \(feature.id)
                ORDER BY approval_bypass.revision, approval_bypass.release DESC
                """
            ).map { row in
                ApprovalBypass(
                    release: try row["release", as: Int.self], revision: try row["revision", as: Int.self],
                    required: try row["required", as: Int.self], given: try row["given", as: Int.self],
                    reason: try row["reason", as: String.self], author: try Actor(row))
            }
            return try found.filter { bypass in
                guard let hash = try Self.hash(of: bypass.revision, of: feature, on: connection) else { return false }
                let summary = try ApprovalTable.summary(of: bypass.revision, hash: hash, feature, on: connection)
                return summary.approvals.count < bypass.required || summary.isChangeRequested
            }
        }
    }

    private static func pending(_ review: Review, on connection: Connection) throws -> PendingReview? {
        guard let feature = try FeatureStore.feature(named: review.feature, on: connection),
            let hash = try hash(of: review.revision, of: feature, on: connection)
        else { return nil }
        let row = try connection.query(
            """
            SELECT author_name, number < (SELECT max(number) FROM revision WHERE feature_id = \(feature.id)) AS old
            FROM revision WHERE feature_id = \(feature.id) AND number = \(review.revision)
            """
        ).first
        guard let row else { return nil }
        return PendingReview(
            review: review,
            summary: try ApprovalTable.summary(of: review.revision, hash: hash, feature, on: connection),
            revisionAuthor: try row["author_name", as: String.self], isSuperseded: try row["old", as: Bool.self])
    }
}
