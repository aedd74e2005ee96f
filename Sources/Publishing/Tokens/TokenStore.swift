import Cryptography
package import Foundation
import PostgreSQL

/// Stores the tokens with which programs act for accounts.
package struct TokenStore: Sendable {
    /// The prefix of every secret, by which people and secret scanners recognize it.
    package static let prefix = "galley_"

    let pool: ConnectionPool

    init(pool: ConnectionPool) { self.pool = pool }

    /// Creates a token for the account called `name`, with a purpose as its name; `expiresAt` is nil for a token that
    /// does not expire.
    package func create(
        for name: String, called purpose: String, scopes: [TokenScope], expiresAt: Date?, by actor: Actor
    ) throws -> CreateTokenOutcome {
        guard (1...100).contains(purpose.unicodeScalars.count), DisplayName.isValid(purpose) else {
            return .invalidName
        }
        let name = AccountName.normalized(name)
        guard AccountName.isValid(name) else { return .noSuchAccount }
        let secret = Self.prefix + Random.token()
        return try pool.transaction { connection in
            guard let account = try AccountStore.account(named: name, on: connection) else { return .noSuchAccount }
            if let scope = scopes.first(where: { !account.may($0.permission) }) { return .forbidden(scope) }
            let ids = try connection.query(
                """
                INSERT INTO api_token (account_id, name, token_hash, scopes, expires_at, author_id, author_name)
                VALUES (\(account.id), \(purpose), \(Self.hash(secret)), \(scopes.map(\.rawValue)), \(expiresAt),
                    \(actor.accountID), \(actor.name.storable))
                RETURNING id
                """
            ).map { try $0["id", as: Int.self] }
            guard let id = ids.first, let token = try Self.tokens("api_token.id = \(id)", on: connection).first else {
                throw MissingRow()
            }
            try AuditStore.append(
                .tokenCreated, of: account.name, by: actor,
                ["token": .number(id), "name": .text(purpose), "scopes": .texts(scopes.map(\.rawValue))],
                on: connection)
            return .created(token, secret: secret)
        }
    }

    /// Returns all tokens, including revoked and expired ones, newest first.
    package func list() throws -> [APIToken] {
        try pool.withConnection { try Self.tokens("true", on: $0) }
    }

    /// Revokes a token permanently; nil if there is no token with the id, or if it was already revoked.
    package func revoke(_ id: Int, by actor: Actor) throws -> APIToken? {
        try pool.transaction { connection in
            guard let token = try Self.tokens("api_token.id = \(id)", on: connection).first, !token.isRevoked else {
                return nil
            }
            try connection.execute(
                """
                INSERT INTO api_token_revocation (token_id, author_id, author_name)
                VALUES (\(id), \(actor.accountID), \(actor.name.storable))
                """)
            try AuditStore.append(
                .tokenRevoked, of: token.account, by: actor, ["token": .number(id), "name": .text(token.name)],
                on: connection)
            return token
        }
    }

    /// Returns the token with a secret, and its account; nil if the token is unknown, revoked or expired, or if the
    /// account is disabled. Records the use, with a precision of one minute.
    package func holder(of secret: String, now: Date) throws -> TokenHolder? {
        // Secrets are much shorter than 200 bytes, so the hash of a longer text need not be computed.
        guard secret.hasPrefix(Self.prefix), secret.utf8.count <= 200 else { return nil }
        let hash = Self.hash(secret)
        return try pool.withConnection { connection in
            let valid: SQL = """
                token_hash = \(hash) AND (expires_at IS NULL OR expires_at > \(now))
                AND NOT EXISTS (SELECT FROM api_token_revocation WHERE token_id = api_token.id)
                """
            guard let token = try Self.tokens(valid, on: connection).first,
                let account = try AccountStore.account(named: token.account, on: connection), !account.isDisabled
            else { return nil }
            if token.lastUsedAt.map({ now.timeIntervalSince($0) > 60 }) ?? true {
                try connection.execute("UPDATE api_token SET last_used_at = \(now) WHERE id = \(token.id)")
            }
            return TokenHolder(token: token, account: account.acting(by: token))
        }
    }

    private static func hash(_ secret: String) -> [UInt8] { SHA256Digest(of: Array(secret.utf8)).bytes }

    private static func tokens(_ condition: SQL, on connection: Connection) throws -> [APIToken] {
        try connection.query(
            """
            SELECT api_token.id, account.name AS account, api_token.name, scopes, expires_at, last_used_at, author_id,
                author_name, api_token.created_at,
                EXISTS (SELECT FROM api_token_revocation WHERE token_id = api_token.id) AS revoked
            FROM api_token JOIN account ON account.id = account_id
            WHERE \(condition) ORDER BY api_token.id DESC
            """
        ).map { row in
            APIToken(
                id: try row["id", as: Int.self], account: try row["account", as: String.self],
                name: try row["name", as: String.self],
                scopes: try row["scopes", as: [String].self].compactMap(TokenScope.init),
                expiresAt: try row["expires_at", as: Date?.self], lastUsedAt: try row["last_used_at", as: Date?.self],
                isRevoked: try row["revoked", as: Bool.self], author: try Actor(row),
                createdAt: try row["created_at", as: Date.self])
        }
    }
}
