package import Foundation
import PostgreSQL

extension AccountStore {
    /// Returns the open sessions of an account, the most recently used first.
    package func sessions(of name: String, now: Date) throws -> [ActiveSession] {
        guard let account = try account(named: name) else { return [] }
        return try pool.withConnection { connection in
            try connection.query(
                """
                SELECT id, created_at, last_seen_at, remote_address, user_agent FROM session
                WHERE account_id = \(account.id) AND \(isOpen(at: now))
                ORDER BY last_seen_at DESC, id DESC
                """
            ).map { row in
                ActiveSession(
                    id: try row["id", as: Int.self], createdAt: try row["created_at", as: Date.self],
                    lastSeenAt: try row["last_seen_at", as: Date.self],
                    remoteAddress: try row["remote_address", as: String.self],
                    userAgent: try row["user_agent", as: String.self])
            }
        }
    }

    /// Ends one session of an account; returns false if the account has no such open session.
    package func endSession(_ id: Int, of name: String, by actor: Actor, now: Date) throws -> Bool {
        try endSessions("session.id = \(id)", of: name, by: actor, now: now) > 0
    }

    /// Ends every session of an account except the given one; returns the number of those that were open.
    package func endSessions(of name: String, except id: Int? = nil, by actor: Actor, now: Date) throws -> Int {
        try endSessions("session.id IS DISTINCT FROM \(id)", of: name, by: actor, now: now)
    }

    private func endSessions(_ condition: SQL, of name: String, by actor: Actor, now: Date) throws -> Int {
        guard let account = try account(named: name) else { return 0 }
        return try pool.transaction { connection in
            // Expired and idle sessions are deleted too, but they are not listed, so they do not count.
            let ended = try connection.query(
                """
                DELETE FROM session WHERE account_id = \(account.id) AND \(condition)
                RETURNING \(isOpen(at: now)) AS open
                """
            ).count { try $0["open", as: Bool.self] }
            guard ended > 0 else { return 0 }
            try AuditStore.append(
                .sessionsEnded, of: account.name, by: actor, ["sessions": .number(ended)], on: connection)
            return ended
        }
    }

    /// The condition that a row of `session` is neither expired nor idle.
    private func isOpen(at now: Date) -> SQL {
        let idleSince = now.addingTimeInterval(-sessionLifetime.idle.seconds)
        return "(session.expires_at > \(now) AND session.last_seen_at > \(idleSince))"
    }
}
