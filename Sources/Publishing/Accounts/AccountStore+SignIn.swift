import Cryptography
package import Foundation
import PostgreSQL

extension AccountStore {
    /// Signs in with a name and password; `token` becomes the session's secret.
    ///
    /// Every attempt counts as a failure before its password is verified, so that concurrent attempts cannot exceed the
    /// limit. An unknown name gets the same answer as a wrong password, after about the same time and with the same
    /// delays. On a known device of the account, failures from elsewhere do not delay the sign-in, and its password is
    /// verified before those of waiting attempts on unknown devices.
    ///
    /// `network`: The part of the client's address that identifies its subscriber, such as the first 64 bits of an IPv6
    /// address; `remoteAddress` by default.
    package func signIn(
        name: String, password: String, token: String, now: Date, remoteAddress: String, userAgent: String = "",
        network: String? = nil, device: KnownDevice? = nil
    ) throws -> SignInOutcome {
        let name = AccountName.normalized(name)
        let found = try AccountName.isValid(name) ? accountWithPassword(named: name) : nil
        let device = device.flatMap { $0.account == found?.account.id ? $0 : nil }
        let network = network ?? remoteAddress
        // The address comes first, so that attempts from a delayed address create no counters for the names they try.
        let throttles: [SignInThrottle] =
            if let device { [.device(device, name: name)] } else { [.address(network), .name(name, from: network)] }
        func record(_ reason: FailedSignInCounter.Reason) throws {
            try recordRefusal(reason, account: found?.account, remoteAddress: remoteAddress, now: now)
        }
        if let wait = try countFailures(in: throttles, now: now) {
            try record(.tooMany)
            return .tooMany(retryAfter: wait)
        }
        let isRight: Bool
        do throws(PasswordHashError) {
            isRight = try PasswordHash.verify(
                password, against: found?.passwordHash ?? Self.decoy, turn: device == nil ? .last : .first)
        } catch {
            // The password was not verified, so the attempt does not count as a failure.
            try takeBack(throttles)
            try record(.busy)
            return .busy
        }
        guard isRight, let found else {
            try record(found == nil ? .unknownName : .wrongPassword)
            return .wrong
        }
        guard !found.account.isDisabled else {
            try record(.disabled)
            return .disabled
        }
        let session = NewSession(token: token, expiresAt: now.addingTimeInterval(sessionLifetime.absolute.seconds))
        // Deletes the expired sessions of all accounts. Sessions that a concurrent sign-in is deleting are skipped, so
        // that this sign-in does not wait for that one.
        try pool.withConnection { connection in
            try connection.execute(
                """
                DELETE FROM session WHERE token_hash IN (
                    SELECT token_hash FROM session WHERE expires_at <= \(now) FOR UPDATE SKIP LOCKED)
                """)
        }
        return try pool.transaction { connection in
            // The password may have been changed, or the account disabled, since the password was verified.
            let isUnchanged = try connection.query(
                """
                SELECT \(Self.columns) FROM account
                WHERE id = \(found.account.id) AND password_hash = \(found.passwordHash) FOR NO KEY UPDATE
                """
            ).map(Self.account).contains { !$0.isDisabled }
            guard isUnchanged else { return .wrong }
            try Self.forget(throttles, on: connection)
            try connection.execute(
                """
                INSERT INTO session
                    (token_hash, account_id, remote_address, user_agent, created_at, last_seen_at, expires_at)
                VALUES (\(Self.tokenHash(token)), \(found.account.id), \(remoteAddress.storable),
                    \(String(userAgent.storable.unicodeScalars.prefix(300))), \(now), \(now), \(session.expiresAt))
                """)
            // If too many passwords are being hashed, or too little memory is free, the old hash stays until a later
            // sign-in.
            if PasswordHash.needsRehash(found.passwordHash), let renewed = try? PasswordHash.hash(password) {
                try connection.execute(
                    "UPDATE account SET password_hash = \(renewed) WHERE id = \(found.account.id)")
            }
            try AuditStore.append(
                .signedIn, of: found.account.name, by: found.account.actor,
                ["remoteAddress": .text(remoteAddress)], on: connection)
            return .signedIn(session, found.account)
        }
    }

    /// Returns the session of a token and records the time of the request; nil if the session has ended, was idle or
    /// open for too long, or if its account is disabled.
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
            // A precision of one minute suffices, so most requests write nothing.
            if now.timeIntervalSince(found.lastSeenAt) >= 60 {
                try connection.execute(
                    """
                    UPDATE session SET last_seen_at = \(now) WHERE token_hash = \(tokenHash) AND last_seen_at < \(now)
                    """)
            }
            return found.0
        }
    }

    /// Ends a session, if it exists.
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

    /// A hash that no password matches. It is verified for unknown names, so that a sign-in with an unknown name takes
    /// as long as one with a known name.
    static let decoy = """
        $argon2id$v=19$m=47104,t=1,p=1$R2FsbGV5LWRlY295LTAwMQ$\
        bm9ib2R5IGhhcyB0aGlzIG5hbWUsIGFsbCB3YWl0LiA
        """

    private static func tokenHash(_ token: String) -> [UInt8] { SHA256Digest(of: Array(token.utf8)).bytes }

    /// Resets the counts of failures after a successful attempt; in a throttle that several people share, takes back
    /// only the failure that was counted for this attempt.
    static func forget(_ throttles: [SignInThrottle], on connection: Connection) throws {
        for throttle in throttles {
            try connection.execute(
                """
                UPDATE sign_in_failure
                SET failures = CASE WHEN \(throttle.isShared) THEN greatest(failures - 1, 0) ELSE 0 END,
                    retry_at = failed_at
                WHERE name_hash = \(throttle.nameHash) AND lane_hash = \(throttle.sourceHash)
                """)
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
}

extension Duration {
    /// The duration in seconds.
    var seconds: TimeInterval {
        TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
    }
}
