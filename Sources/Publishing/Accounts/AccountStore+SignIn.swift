import Cryptography
package import Foundation
import PostgreSQL

extension AccountStore {
    /// Signs someone in with the token that their browser is about to get.
    ///
    /// An attempt counts as a failure before its password is looked at, so that many at once do not slip through. A name
    /// that nobody has costs the same time, the same waits and gets the same answer. From a device that the account has
    /// signed in with before, neither failures from elsewhere count nor a flood of attempts stands before it.
    ///
    /// `network`: The addresses that one subscriber has, as text; the address itself by default.
    package func signIn(
        name: String, password: String, token: String, now: Date, remoteAddress: String, userAgent: String = "",
        network: String? = nil, device: KnownDevice? = nil
    ) throws -> SignInOutcome {
        let name = AccountName.normalized(name)
        let found = try AccountName.isValid(name) ? accountWithPassword(named: name) : nil
        let device = device.flatMap { $0.account == found?.account.id ? $0 : nil }
        let network = network ?? remoteAddress
        // The address first: one that is to wait leaves nothing of the names it tries.
        let lanes: [SignInLane] =
            if let device { [.device(device, name: name)] } else { [.address(network), .name(name, from: network)] }
        func refuse(_ reason: SignInTally.Reason) throws {
            try self.refuse(reason, account: found?.account, remoteAddress: remoteAddress, now: now)
        }
        if let wait = try wait(in: lanes, now: now) {
            try refuse(.tooMany)
            return .tooMany(retryAfter: wait)
        }
        let isRight: Bool
        do throws(PasswordHashError) {
            isRight = try PasswordHash.verify(
                password, against: found?.passwordHash ?? Self.decoy, turn: device == nil ? .last : .first)
        } catch {
            // Nothing was looked at, so nothing was wrong.
            try takeBack(lanes)
            try refuse(.busy)
            return .busy
        }
        guard isRight, let found else {
            try refuse(found == nil ? .unknownName : .wrongPassword)
            return .wrong
        }
        guard !found.account.isDisabled else {
            try refuse(.disabled)
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
            try Self.forget(lanes, on: connection)
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

    /// Forgets the failures of an attempt that was right; an address that others use too keeps theirs.
    static func forget(_ lanes: [SignInLane], on connection: Connection) throws {
        for lane in lanes {
            try connection.execute(
                """
                UPDATE sign_in_failure
                SET failures = CASE WHEN \(lane.isShared) THEN greatest(failures - 1, 0) ELSE 0 END, retry_at = failed_at
                WHERE name_hash = \(lane.nameHash) AND lane_hash = \(lane.laneHash)
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
