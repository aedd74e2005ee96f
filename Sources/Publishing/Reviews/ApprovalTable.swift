import Foundation
import PostgreSQL

/// Reads the tables of reviews, and records releases without required approvals.
enum ApprovalTable {
    /// Returns the state of the review of a revision. `hash` is the hexadecimal SHA-256 of its bytes as the caller read
    /// them.
    static func summary(
        of revision: Int, hash: String, _ feature: Feature, on connection: Connection
    ) throws -> ReviewSummary {
        let base =
            try connection.query(
                "SELECT \(base(of: "\(revision)", in: "\(feature.id)", live: "\(feature.liveRelease)")) AS base"
            ).map { try $0["base", as: Int.self] }.first ?? 0
        let contributors = try contributors(to: revision, of: feature, since: base, on: connection)
        return ReviewSummary(
            revision: revision, hash: hash, policy: try policy(of: feature.id, on: connection), base: base,
            contributors: contributors.names,
            request: try requests(
                "feature.id = \(feature.id) AND revision = \(revision) ORDER BY review.id DESC LIMIT 1",
                on: connection
            ).first, verdicts: try verdicts(on: revision, of: feature.id, connection),
            isCloned: contributors.isCloned)
    }

    /// Returns the subquery of a revision's base (see `ReviewSummary.base`). `feature` is the feature's id, `release`
    /// its live release.
    private static func base(of revision: SQL, in feature: SQL, live release: SQL) -> SQL {
        """
        coalesce((SELECT former.revision FROM rule AS former
        JOIN release_item AS served ON served.release = former.release AND served.feature_id = former.feature_id
        WHERE former.feature_id = \(feature) AND former.revision < \(revision) AND former.release = (
            SELECT item.release FROM release_item AS item
            WHERE item.feature_id = \(feature) AND item.release <= \(release) AND NOT EXISTS (
                SELECT FROM rule AS own
                WHERE own.release = item.release AND own.feature_id = \(feature) AND own.revision = \(revision))
            ORDER BY item.release DESC LIMIT 1)
        ORDER BY former.percent > 0 AND former.platform <> ALL (served.switched_off) DESC, former.percent DESC,
            former.revision DESC LIMIT 1), 0)
        """
    }

    /// Returns the names of everybody who saved a revision after `base`, up to and including `revision`. If one of
    /// these revisions is a clone of another feature's revision, `isCloned` is true, and the names include the
    /// contributors to the original.
    private static func contributors(
        to revision: Int, of feature: Feature, since base: Int, on connection: Connection
    ) throws -> (names: [String], isCloned: Bool) {
        let rows = try connection.query(
            """
            WITH RECURSIVE part (feature_id, base, head) AS (
                SELECT \(feature.id), \(base), \(revision)
                UNION
                SELECT origin.source_id,
                    \(Self.base(of: "origin.source_revision", in: "source.id", live: "source.live_release")),
                    origin.source_revision
                FROM part
                JOIN revision_origin AS origin ON origin.feature_id = part.feature_id
                    AND origin.revision > part.base AND origin.revision <= part.head
                JOIN feature AS source ON source.id = origin.source_id
            )
            SELECT DISTINCT author_name, (SELECT count(*) > 1 FROM part) AS cloned
            FROM part JOIN revision ON revision.feature_id = part.feature_id AND number > base AND number <= head
            ORDER BY author_name
            """)
        return (
            names: try rows.map { try $0["author_name", as: String.self] },
            isCloned: try rows.first?["cloned", as: Bool.self] ?? false
        )
    }

    /// Locks the installation's policy until the end of the transaction. Releases share the lock with each other, so
    /// that the policy which a release has checked still applies when the release is committed. A change of the policy
    /// takes the lock alone, so that changes are numbered and audited in the order in which they are committed.
    static func lockPolicy(toChange changes: Bool, on connection: Connection) throws {
        let lock: SQL = changes ? "pg_advisory_xact_lock" : "pg_advisory_xact_lock_shared"
        try connection.execute("SELECT \(lock)(hashtextextended('galley.approval_policy', 0))")
    }

    /// Returns the policy of a feature, or the installation's if the feature has none or is nil.
    static func policy(of feature: Int?, on connection: Connection) throws -> ApprovalPolicy {
        if let feature {
            let own =
                try connection.query(
                    """
                    SELECT required FROM approval_policy WHERE feature_id = \(feature) ORDER BY number DESC LIMIT 1
                    """
                ).map { try $0["required", as: Int?.self] }.first ?? nil
            if let own { return ApprovalPolicy(required: own, isOwn: true) }
        }
        let general = try connection.query(
            "SELECT required FROM approval_policy WHERE feature_id IS NULL ORDER BY number DESC LIMIT 1"
        ).map { try $0["required", as: Int.self] }.first
        return ApprovalPolicy(required: general ?? 0)
    }

    /// Returns the requests that were not withdrawn and meet a condition, which may end with `ORDER BY` and `LIMIT`.
    static func requests(_ condition: SQL, on connection: Connection) throws -> [Review] {
        try connection.query(
            """
            SELECT review.id, feature.name, revision, note, people, roles, review.author_id, review.author_name,
                review.created_at
            FROM review JOIN feature ON feature.id = feature_id
            WHERE NOT EXISTS (SELECT FROM review_withdrawal WHERE review_id = review.id) AND \(condition)
            """
        ).map { row in
            Review(
                id: try row["id", as: Int.self], feature: try row["name", as: String.self],
                revision: try row["revision", as: Int.self], note: try row["note", as: String.self],
                people: try row["people", as: [String].self],
                roles: try row["roles", as: [String].self].compactMap(Role.init(rawValue:)), author: try Actor(row),
                createdAt: try row["created_at", as: Date.self])
        }
    }

    /// Returns the newest verdict of each person, oldest first, without withdrawn ones.
    private static func verdicts(on revision: Int, of feature: Int, _ connection: Connection) throws -> [Approval] {
        try connection.query(
            """
            SELECT encode(content_hash, 'hex') AS hash, verdict, note, author_id, author_name, created_at,
                author_id IS NULL OR \(AccountStore.mayReview("author_id")) AS counted
            FROM (
                SELECT DISTINCT ON (author_name) * FROM approval
                WHERE feature_id = \(feature) AND revision = \(revision) ORDER BY author_name, id DESC
            ) newest
            WHERE verdict <> 'withdrawn' ORDER BY id
            """
        ).map { row in
            Approval(
                revision: revision, hash: try row["hash", as: String.self],
                verdict: Verdict(rawValue: try row["verdict", as: String.self]) ?? .withdrawn,
                note: try row["note", as: String.self], author: try Actor(row),
                createdAt: try row["created_at", as: Date.self], isCounted: try row["counted", as: Bool.self])
        }
    }

    /// Records that a release was made without required approvals.
    static func store(
        _ shortfall: ApprovalShortfall, of feature: Feature, in release: Int, by actor: Actor, reason: String,
        on connection: Connection
    ) throws {
        try connection.execute(
            """
            INSERT INTO approval_bypass (release, feature_id, revision, required, given)
            VALUES (\(release), \(feature.id), \(shortfall.revision), \(shortfall.required)::integer,
                \(shortfall.given)::integer)
            """)
        try AuditStore.append(
            .approvalsBypassed, of: feature.name, by: actor,
            [
                "release": .number(release), "revision": .number(shortfall.revision),
                "required": .number(shortfall.required), "given": .number(shortfall.given), "reason": .text(reason),
            ], on: connection)
    }
}
