import Foundation
package import PostgreSQL

/// The audit trail: append-only, a chain of hashes, written in the transaction of what it tells.
package struct AuditStore: Sendable {
    private let pool: ConnectionPool

    package init(pool: ConnectionPool) { self.pool = pool }

    /// Events newest first, those before a number if one is given.
    package func events(before number: Int? = nil, limit: Int = 100) throws -> [AuditEvent] {
        try pool.withConnection { connection in
            try connection.query(
                """
                SELECT number, at, actor_id, actor_name, action, subject, detail::text AS detail,
                    encode(hash, 'hex') AS hash
                FROM audit_event
                WHERE number < \(number ?? Int.max)
                ORDER BY number DESC
                LIMIT \(limit)
                """
            ).map(Self.event)
        }
    }

    /// Records an event at the end of the transaction that it tells of; from here on other writers wait for its end.
    static func append(
        _ action: AuditAction, of subject: String, by actor: Actor, _ detail: AuditDetail = [:],
        on connection: Connection
    ) throws {
        try connection.execute(
            """
            INSERT INTO audit_event (actor_id, actor_name, action, subject, detail)
            VALUES (\(actor.accountID), \(actor.name.storable), \(action.rawValue), \(subject.storable),
                \(try detail.json())::jsonb)
            """)
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
