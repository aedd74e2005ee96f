import Cryptography
package import Foundation
package import PostgreSQL

/// Stores preview links and the tokens of test devices.
package struct SharedLinkStore: Sendable {
    /// The prefix of every device token.
    package static let prefix = "device_"
    /// The maximum lifetime of a device token in seconds: 7 days. The callers of `addDevice` check it.
    package static let longestLife = 604_800.0

    let pool: ConnectionPool

    package init(pool: ConnectionPool) { self.pool = pool }

    /// Stores a preview link; returns the number of its audit event, by which the link's URL identifies it. Throws an
    /// error if there is no such feature.
    package func addPreview(of feature: String, revision: Int?, until end: Date, by actor: Actor) throws -> Int {
        try pool.transaction { connection in
            guard let known = try FeatureStore.feature(named: feature, on: connection) else { throw MissingRow() }
            try AuditStore.append(
                .previewLinkMade, of: known.name, by: actor,
                ["revision": revision.map { .number($0) }, "end": .text(end.ISO8601Format())], on: connection)
            // The transaction holds the trail's lock, so the newest event is this one.
            let event =
                try connection.query("SELECT max(number) AS number FROM audit_event")
                .map { try $0["number", as: Int.self] }.first ?? 0
            try connection.execute(
                """
                INSERT INTO shared_link (kind, event, feature_id, revision, expires_at, author_id, author_name)
                VALUES (\(SharedLink.Kind.preview.rawValue), \(event), \(known.id), \(revision), \(end),
                    \(actor.accountID), \(actor.name.storable))
                """)
            return event
        }
    }

    /// Creates a token by which a test device gets a revision or, if `revision` is nil, the unsaved text of the actor.
    /// Returns nil if there is no such feature or revision. Only a hash of the token is stored.
    package func addDevice(
        for feature: String, revision: Int?, until end: Date, by actor: Actor
    ) throws -> (link: SharedLink, token: String)? {
        let token = Self.prefix + Random.token()
        return try pool.transaction { connection in
            guard let known = try FeatureStore.feature(named: feature, on: connection) else { return nil }
            if let revision, try RevisionStore.revision(revision, of: known, on: connection) == nil { return nil }
            let ids = try connection.query(
                """
                INSERT INTO shared_link (kind, token_hash, feature_id, revision, expires_at, author_id, author_name)
                VALUES (\(SharedLink.Kind.device.rawValue), \(Self.hash(token)), \(known.id), \(revision), \(end),
                    \(actor.accountID), \(actor.name.storable))
                RETURNING id
                """
            ).map { try $0["id", as: Int.self] }
            guard let id = ids.first, let link = try Self.links("link.id = \(id)", limit: 1, on: connection).first
            else {
                throw MissingRow()
            }
            try AuditStore.append(
                .deviceTokenMade, of: known.name, by: actor,
                [
                    "link": .number(id), "revision": revision.map { .number($0) }, "end": .text(end.ISO8601Format()),
                ], on: connection)
            return (link, token)
        }
    }

    /// Returns up to `limit` links and device tokens, newest first. If `feature`, a present or former name, is given,
    /// only those of this feature; if `id` is given, only those with a lower id.
    package func list(of feature: String? = nil, before id: Int? = nil, limit: Int = 100) throws -> [SharedLink] {
        try pool.withConnection { connection in
            var condition: SQL = "link.id < \(id ?? Int.max)"
            if let feature { condition = "\(condition) AND link.feature_id = (\(FeatureStore.id(of: feature)))" }
            return try Self.links(condition, limit: limit, on: connection)
        }
    }

    /// Returns the link or device token with an id, or nil.
    package func link(_ id: Int) throws -> SharedLink? {
        try pool.withConnection { try Self.links("link.id = \(id)", limit: 1, on: $0).first }
    }

    /// Withdraws a link or device token permanently; nil if there is none with the id, or if it was already withdrawn.
    package func withdraw(_ id: Int, by actor: Actor) throws -> SharedLink? {
        try pool.transaction { connection in
            let rows = try connection.query(
                """
                INSERT INTO shared_link_withdrawal (link_id, author_id, author_name)
                SELECT id, \(actor.accountID)::bigint, \(actor.name.storable)::text FROM shared_link WHERE id = \(id)
                ON CONFLICT ON CONSTRAINT shared_link_withdrawal_pkey DO NOTHING
                RETURNING link_id
                """)
            guard !rows.isEmpty, let link = try Self.links("link.id = \(id)", limit: 1, on: connection).first else {
                return nil
            }
            try AuditStore.append(
                .sharedLinkWithdrawn, of: link.feature, by: actor,
                ["link": .number(id), "kind": .text(link.kind.rawValue)], on: connection)
            return link
        }
    }

    /// Returns the preview link whose creation is recorded in an audit event, with the present name of its feature; nil
    /// if there is none.
    package func preview(event: Int) throws -> SharedLink? {
        try pool.withConnection { try Self.links("link.event = \(event)", limit: 1, on: $0).first }
    }

    /// Returns the content that a device token serves; nil if the token is unknown, expired or withdrawn, or if its
    /// author's account is disabled.
    package func content(of token: String) throws -> DeviceContent? {
        // Tokens are much shorter than 200 bytes, so the hash of a longer text need not be computed.
        guard token.hasPrefix(Self.prefix), token.utf8.count <= 200 else { return nil }
        return try pool.withConnection { connection in
            let rows = try connection.query(
                """
                SELECT feature.name, link.revision,
                    CASE WHEN link.revision IS NULL THEN working_copy.bytes ELSE content.bytes END AS bytes
                FROM shared_link AS link
                JOIN feature ON feature.id = link.feature_id
                LEFT JOIN revision ON revision.feature_id = feature.id AND revision.number = link.revision
                LEFT JOIN content ON content.hash = revision.content_hash
                LEFT JOIN LATERAL (
                    SELECT bytes FROM working_copy WHERE feature_id = feature.id AND account_id = link.author_id
                    ORDER BY changed_at DESC, editor DESC LIMIT 1
                ) AS working_copy ON true
                WHERE token_hash = \(Self.hash(token)) AND expires_at > clock_timestamp()
                    AND NOT EXISTS (SELECT FROM shared_link_withdrawal WHERE link_id = link.id)
                    AND NOT EXISTS (SELECT FROM account_disablement WHERE account_id = link.author_id)
                """)
            guard let row = rows.first,
                let feature = try FeatureStore.feature(named: row["name", as: String.self], on: connection)
            else { return nil }
            let names = try FeatureStore.names(of: feature.name, on: connection)
            return DeviceContent(
                feature: feature, formerNames: names.filter { $0 != feature.name },
                revision: try row["revision", as: Int?.self], bytes: try row["bytes", as: [UInt8]?.self])
        }
    }

    private static func hash(_ token: String) -> [UInt8] { SHA256Digest(of: Array(token.utf8)).bytes }

    private static func links(_ condition: SQL, limit: Int, on connection: Connection) throws -> [SharedLink] {
        try connection.query(
            """
            SELECT link.id, link.kind, feature.name AS feature, link.revision, link.expires_at, link.author_id, link.author_name,
                link.created_at, link.expires_at <= clock_timestamp() AS expired,
                EXISTS (SELECT FROM shared_link_withdrawal WHERE link_id = link.id) AS withdrawn,
                link.kind = \(SharedLink.Kind.device.rawValue)
                    AND EXISTS (SELECT FROM account_disablement WHERE account_id = link.author_id) AS author_disabled
            FROM shared_link AS link JOIN feature ON feature.id = link.feature_id
            WHERE \(condition) ORDER BY link.id DESC LIMIT \(limit)
            """
        ).map { row in
            SharedLink(
                id: try row["id", as: Int.self],
                kind: SharedLink.Kind(rawValue: try row["kind", as: String.self]) ?? .preview,
                feature: try row["feature", as: String.self], revision: try row["revision", as: Int?.self],
                expiresAt: try row["expires_at", as: Date.self],
                state: try state(row), author: try Actor(row), createdAt: try row["created_at", as: Date.self])
        }
    }

    private static func state(_ row: Row) throws -> SharedLink.State {
        if try row["withdrawn", as: Bool.self] { return .withdrawn }
        if try row["expired", as: Bool.self] { return .expired }
        return try row["author_disabled", as: Bool.self] ? .authorDisabled : .valid
    }
}
