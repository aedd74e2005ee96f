import Cryptography
package import Foundation
import PostgreSQL

extension AccountStore {
    /// Failures before each further one doubles the wait, which begins at one second.
    static let freeFailures = 4
    /// The longest wait.
    static let longestDelay = 15 * 60

    /// Signs someone in with the token that their browser is about to get.
    ///
    /// An attempt counts as a failure before its password is looked at, so that many at once do not slip through. A name
    /// that nobody has costs the same time, the same waits and gets the same answer.
    package func signIn(
        name: String, password: String, token: String, now: Date, remoteAddress: String, userAgent: String = ""
    ) throws -> SignInOutcome {
        let name = AccountName.normalized(name)
        let nameHash = Self.nameHash(name)
        if let wait = try wait(nameHash: nameHash, now: now) { return .tooMany(retryAfter: wait) }
        let found = try AccountName.isValid(name) ? accountWithPassword(named: name) : nil
        guard try PasswordHash.verify(password, against: found?.passwordHash ?? Self.decoy), let found else {
            if let found { try recordFailure(of: found.account, remoteAddress: remoteAddress) }
            return .wrong
        }
        guard !found.account.isDisabled else {
            try recordFailure(of: found.account, remoteAddress: remoteAddress)
            return .disabled
        }
        let session = Session(token: token, expiresAt: now.addingTimeInterval(sessionLifetime.absolute.seconds))
        try pool.withConnection { connection in
            try connection.execute(
                """
                DELETE FROM session WHERE token_hash IN (
                    SELECT token_hash FROM session WHERE expires_at <= \(now) FOR UPDATE SKIP LOCKED)
                """)
        }
        return try pool.transaction { connection in
            // The password may have been changed, or the account disabled, since it was looked at.
            let isStill = try connection.query(
                """
                SELECT \(Self.columns) FROM account
                WHERE id = \(found.account.id) AND password_hash = \(found.passwordHash) FOR NO KEY UPDATE
                """
            ).map(Self.account).contains { !$0.isDisabled }
            guard isStill else { return .wrong }
            try connection.execute("DELETE FROM sign_in_failure WHERE name_hash = \(nameHash)")
            try connection.execute(
                """
                INSERT INTO session
                    (token_hash, account_id, remote_address, user_agent, created_at, last_seen_at, expires_at)
                VALUES (\(Self.tokenHash(token)), \(found.account.id), \(remoteAddress.storable),
                    \(String(userAgent.storable.unicodeScalars.prefix(300))), \(now), \(now), \(session.expiresAt))
                """)
            if PasswordHash.needsRehash(found.passwordHash) {
                let renewed = try PasswordHash.hash(password)
                try connection.execute(
                    "UPDATE account SET password_hash = \(renewed) WHERE id = \(found.account.id)")
            }
            try AuditStore.append(
                .signedIn, of: found.account.name, by: found.account.actor,
                ["remoteAddress": .text(remoteAddress)], on: connection)
            return .signedIn(session, found.account)
        }
    }

    /// Whose session a token is, if it has been idle neither too long nor open too long; counts as a sign of life.
    package func account(forSession token: String, now: Date) throws -> SignedInSession? {
        let tokenHash = Self.tokenHash(token)
        let idleSince = now.addingTimeInterval(-sessionLifetime.idle.seconds)
        return try pool.withConnection { connection in
            let found = try connection.query(
                """
                SELECT \(Self.columns), session.id AS session_id, session.created_at AS signed_in_at,
                    last_seen_at, expires_at
                FROM session JOIN account ON account.id = session.account_id
                WHERE token_hash = \(tokenHash) AND expires_at > \(now) AND last_seen_at > \(idleSince)
                    AND NOT EXISTS (SELECT FROM account_disablement WHERE account_id = account.id)
                """
            ).map { row in
                let session = SignedInSession(
                    id: try row["session_id", as: Int.self], account: try Self.account(row),
                    createdAt: try row["signed_in_at", as: Date.self],
                    expiresAt: try row["expires_at", as: Date.self])
                return (session, lastSeenAt: try row["last_seen_at", as: Date.self])
            }.first
            guard let found else { return nil }
            // Once a minute is exact enough, and most requests then write nothing.
            if now.timeIntervalSince(found.lastSeenAt) >= 60 {
                try connection.execute(
                    """
                    UPDATE session SET last_seen_at = \(now) WHERE token_hash = \(tokenHash) AND last_seen_at < \(now)
                    """)
            }
            return found.0
        }
    }

    /// Ends a session, if there is one.
    package func signOut(token: String) throws {
        try pool.transaction { connection in
            let account = try connection.query(
                """
                DELETE FROM session USING account WHERE account.id = session.account_id
                    AND token_hash = \(Self.tokenHash(token))
                RETURNING \(Self.columns)
                """
            ).map(Self.account).first
            guard let account else { return }
            try AuditStore.append(.signedOut, of: account.name, by: account.actor, on: connection)
        }
    }

    /// Verified when nobody has the name, so that the answer takes as long: a hash of nothing in particular.
    static let decoy = """
        $argon2id$v=19$m=47104,t=1,p=1$R2FsbGV5LWRlY295LTAwMQ$\
        bm9ib2R5IGhhcyB0aGlzIG5hbWUsIGFsbCB3YWl0LiA
        """

    private static func tokenHash(_ token: String) -> [UInt8] { SHA256Digest(of: Array(token.utf8)).bytes }

    /// Counts one more failure for the name, or says how long to wait for the next attempt.
    func wait(nameHash: [UInt8], now: Date) throws -> Duration? {
        try countFailure(nameHash: nameHash, now: now).map {
            .seconds(max(1, Int($0.timeIntervalSince(now).rounded(.up))))
        }
    }

    /// Counts one more failure for the name, or says when the next attempt is allowed.
    private func countFailure(nameHash: [UInt8], now: Date) throws -> Date? {
        // Statements of their own, not a transaction: two attempts must not wait for each other's rows.
        try pool.withConnection { connection in
            try connection.execute(
                """
                DELETE FROM sign_in_failure WHERE name_hash IN (
                    SELECT name_hash FROM sign_in_failure WHERE failed_at < \(now) - interval '1 day'
                    FOR UPDATE SKIP LOCKED)
                """)
            let counted = try connection.query(
                """
                INSERT INTO sign_in_failure AS earlier (name_hash, failures, failed_at, retry_at)
                VALUES (\(nameHash), 1, \(now), \(now))
                ON CONFLICT ON CONSTRAINT sign_in_failure_pkey DO UPDATE SET
                    failures = least(earlier.failures + 1, 30),
                    failed_at = excluded.failed_at,
                    retry_at = excluded.failed_at + CASE
                        WHEN earlier.failures + 1 < \(Self.freeFailures) THEN interval '0'
                        ELSE make_interval(secs => least(\(Self.longestDelay),
                            2 ^ (least(earlier.failures + 1, 30) - \(Self.freeFailures))))
                    END
                WHERE earlier.retry_at <= excluded.failed_at
                RETURNING failures
                """)
            if counted.contains(where: { _ in true }) { return nil }
            return try connection.query("SELECT retry_at FROM sign_in_failure WHERE name_hash = \(nameHash)")
                .map { try $0["retry_at", as: Date.self] }.first ?? now
        }
    }

    func accountWithPassword(named name: String) throws -> (account: Account, passwordHash: String)? {
        try pool.withConnection { connection in
            try connection.query(
                """
                SELECT \(Self.columns), password_hash FROM account WHERE name = \(name)
                """
            ).map { (try Self.account($0), try $0["password_hash", as: String.self]) }.first
        }
    }

    private func recordFailure(of account: Account, remoteAddress: String) throws {
        try pool.transaction { connection in
            // Whoever it was, it was not shown to be the account's owner.
            try AuditStore.append(
                .signInFailed, of: account.name, by: Actor(accountID: nil, name: "anonymous"),
                ["remoteAddress": .text(remoteAddress)], on: connection)
        }
    }
}

extension Duration {
    /// The duration in seconds.
    var seconds: TimeInterval {
        TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
    }
}
