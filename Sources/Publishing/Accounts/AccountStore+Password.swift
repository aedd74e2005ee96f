import Cryptography
package import Foundation
import PostgreSQL

extension AccountStore {
    /// Changes a person's own password and ends their sessions except the one with the id `session`.
    ///
    /// Requires the current password. A wrong current password counts as a failed sign-in to this account from the same
    /// network on an unknown device, and delays the next attempt in the same way. If the new password is refused, the
    /// current one is not checked and nothing is counted. `network`: see `signIn`.
    package func changePassword(
        of account: Account, from current: String, to password: String, keeping session: Int, now: Date,
        remoteAddress: String, network: String? = nil
    ) throws -> ChangePasswordOutcome {
        if let objection = PasswordPolicy.objection(to: password, accountName: account.name) {
            return .weakPassword(objection)
        }
        if password == current { return .weakPassword("Choose a password that is not the current one.") }
        let throttle = SignInThrottle.name(account.name, from: network ?? remoteAddress)
        if let wait = try countFailures(in: [throttle], now: now) { return .tooMany(retryAfter: wait) }
        guard let found = try accountWithPassword(named: account.name) else { return .wrongPassword }
        let isRight: Bool
        do throws(PasswordHashError) { isRight = try PasswordHash.verify(current, against: found.passwordHash) } catch {
            try takeBack([throttle])
            throw error
        }
        guard isRight else {
            try pool.transaction { connection in
                try AuditStore.append(
                    .passwordChangeFailed, of: account.name, by: account.actor,
                    ["remoteAddress": .text(remoteAddress)], on: connection)
            }
            return .wrongPassword
        }
        let passwordHash: String
        do throws(PasswordHashError) { passwordHash = try hashPassword(password) } catch {
            try takeBack([throttle])
            throw error
        }
        return try pool.transaction { connection in
            let changed = try connection.query(
                """
                UPDATE account SET password_hash = \(passwordHash)
                WHERE id = \(account.id) AND password_hash = \(found.passwordHash) RETURNING id
                """
            ).map { try $0["id", as: Int.self] }
            // No row is changed if another change has replaced the verified password.
            guard !changed.isEmpty else { return .wrongPassword }
            try connection.execute("DELETE FROM session WHERE account_id = \(account.id) AND id <> \(session)")
            try Self.forget([throttle], on: connection)
            try AuditStore.append(
                .passwordChanged, of: account.name, by: account.actor, ["remoteAddress": .text(remoteAddress)],
                on: connection)
            return .changed
        }
    }
}
