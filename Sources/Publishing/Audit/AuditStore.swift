import Cryptography
package import Foundation
package import PostgreSQL

/// The audit trail: append-only, chained by hashes, written in the transaction of the recorded action.
package struct AuditStore: Sendable {
    let pool: ConnectionPool

    package init(pool: ConnectionPool) { self.pool = pool }

    /// Returns up to `limit` events that match a filter, newest first; `number` excludes the event with that number and
    /// newer ones.
    ///
    /// A filter by the name of a feature, present or former, also finds events under each other name of the feature,
    /// but only from the time when the feature had that name.
    package func events(
        matching filter: AuditFilter = AuditFilter(), before number: Int? = nil, limit: Int = 100
    ) throws -> [AuditEvent] {
        let (actor, action, subject) = (filter.actor.storable, filter.action.storable, filter.subject.storable)
        return try pool.withConnection { connection in
            // The requested name itself matches events of all times, because accounts and option lists may have it too.
            let others =
                try subject.isEmpty ? [] : NamePeriod.all(of: subject, on: connection).filter { $0.name != subject }
            return try connection.query(
                """
                SELECT number, at, actor_id, actor_name, action, subject, detail::text AS detail,
                    encode(hash, 'hex') AS hash
                FROM audit_event
                WHERE number < \(number ?? Int.max)
                    AND (\(actor) = '' OR actor_name = \(actor))
                    AND (\(action) = '' OR audit_event.action = \(action))
                    AND (\(subject) = '' OR \(Self.concerns("\(subject)")) OR \(Self.concerns(anyOf: others)))
                    AND at >= \(filter.since ?? .distantPast) AND at < \(filter.until ?? .distantFuture)
                ORDER BY number DESC
                LIMIT \(limit)
                """
            ).map(Self.event)
        }
    }

    /// Returns the SQL condition that a name is the subject of an event, one of the features in its details, or one of
    /// the features of a refused release.
    private static func concerns(_ name: SQL) -> SQL {
        """
        (audit_event.subject = \(name) OR detail->'features' ? \(name)
            OR audit_event.action = 'release.refused' AND \(name) = ANY (string_to_array(audit_event.subject, ' ')))
        """
    }

    /// Returns the SQL condition that an event is about a feature under a name that the feature had at that time.
    private static func concerns(anyOf periods: [NamePeriod]) -> SQL {
        guard !periods.isEmpty else { return "false" }
        return """
            EXISTS (
                SELECT FROM unnest(\(periods.map(\.name)), \(periods.map(\.first)), \(periods.map(\.end)))
                    AS given (name, first, until)
                WHERE audit_event.number >= given.first AND audit_event.number < given.until
                    AND \(concerns("given.name")))
            """
    }

    /// Returns the number and hash of the newest event, to be noted outside the database; nil if there is no event.
    package func head(now: Date) throws -> AuditHead? {
        try pool.withConnection { connection in
            try connection.query(
                "SELECT number, encode(hash, 'hex') AS hash FROM audit_event ORDER BY number DESC LIMIT 1"
            ).map {
                AuditHead(number: try $0["number", as: Int.self], hash: try $0["hash", as: String.self], notedAt: now)
            }.first
        }
    }

    /// Returns true if the trail contains the event with the noted number, and the event has the noted hash.
    package func contains(_ head: AuditHead) throws -> Bool {
        try pool.withConnection { connection in
            try connection.query("SELECT encode(hash, 'hex') AS hash FROM audit_event WHERE number = \(head.number)")
                .map { try $0["hash", as: String.self] }.first == head.hash
        }
    }

    /// Verifies the chain of hashes from the first event to the last, and that it contains the noted heads.
    ///
    /// Without noted heads, a completely rewritten or shortened trail looks intact.
    package func verify(noted heads: [AuditHead] = []) throws -> AuditVerdict {
        try pool.transaction(isolation: .repeatableRead, readOnly: true) { try Self.verify(noted: heads, on: $0) }
    }

    /// Verifies the trail within a transaction.
    package static func verify(noted heads: [AuditHead], on connection: Connection) throws -> AuditVerdict {
        // If an event was noted with two different hashes, one of them must be wrong. Then "" is expected, which no
        // event has as its hash.
        let noted = Dictionary(heads.map { ($0.number, $0.hash) }, uniquingKeysWith: { $0 == $1 ? $0 : "" })
        var previous = [UInt8](repeating: 0, count: 32)
        var count = 0
        while true {
            let links = try links(after: count, on: connection)
            if links.isEmpty { break }
            for link in links {
                count += 1
                let hash = SHA256Digest(of: previous + Array(link.body.utf8)).bytes
                guard link.number == count, link.previous == previous, link.hash == hash else {
                    return .broken(at: count)
                }
                previous = hash
                if let noted = noted[count], noted != SHA256Digest(bytes: hash)?.hex { return .rewritten(upTo: count) }
            }
        }
        if let last = heads.map(\.number).max(), last > count { return .cut(after: count, noted: last) }
        return .intact(events: count, head: SHA256Digest(bytes: previous)?.hex ?? "")
    }

    /// Records an event; if the actor has a token, the token is added to the details. Call it last in a transaction,
    /// because other transactions that record events wait until this one ends. Unless the event is a refusal, claims
    /// the idempotency key of the current request (`KeyedRequest.current`).
    ///
    /// - Throws: `KeyTaken` if another attempt has claimed the key.
    static func append(
        _ action: AuditAction, of subject: String, by actor: Actor, _ detail: AuditDetail = [:],
        on connection: Connection
    ) throws {
        if let request = KeyedRequest.current, !action.isRefusal {
            try IdempotencyTable.claim(request, on: connection)
        }
        try connection.execute(
            """
            INSERT INTO audit_event (actor_id, actor_name, action, subject, detail)
            VALUES (\(actor.accountID), \(actor.name.storable), \(action.rawValue), \(subject.storable),
                \(try detail.naming(actor.token).json())::jsonb)
            """)
    }

    /// Returns up to 1,000 events after a number, with the JSON text that their hashes cover; see the function
    /// `chain_audit_event` in the migrations.
    private static func links(
        after number: Int, on connection: Connection
    ) throws -> [(number: Int, previous: [UInt8], hash: [UInt8], body: String)] {
        try connection.query(
            """
            SELECT number, previous_hash, hash, jsonb_build_array(number, extract(epoch FROM at), actor_id, actor_name,
                action, subject, detail)::text AS body
            FROM audit_event WHERE number > \(number) ORDER BY number LIMIT 1000
            """
        ).map { row in
            (
                try row["number", as: Int.self], try row["previous_hash", as: [UInt8].self],
                try row["hash", as: [UInt8].self], try row["body", as: String.self]
            )
        }
    }

    private static func event(_ row: Row) throws -> AuditEvent {
        AuditEvent(
            number: try row["number", as: Int.self], at: try row["at", as: Date.self],
            actor: Actor(
                accountID: try row["actor_id", as: Int?.self], name: try row["actor_name", as: String.self]),
            action: try row["action", as: String.self], subject: try row["subject", as: String.self],
            detail: try row["detail", as: String.self],
            hash: try row["hash", as: String.self])
    }
}
