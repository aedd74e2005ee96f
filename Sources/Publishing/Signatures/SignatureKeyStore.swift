import Cryptography
import Foundation
package import PostgreSQL

/// Stores the keys with which nodes sign what they serve.
package struct SignatureKeyStore: Sendable {
    /// The maximum number of active keys: the present one and its successor.
    package static let limit = 2

    private let pool: ConnectionPool

    package init(pool: ConnectionPool) { self.pool = pool }

    /// Returns the active keys, oldest first.
    package func active() throws -> [SignatureKey] {
        try pool.withConnection { try Self.active(on: $0) }
    }

    /// Adds an active key. Within seconds, nodes sign with it too.
    package func add(by actor: Actor) throws -> SignatureKeyOutcome {
        try change { connection, active in
            guard active.count < Self.limit else { return .tooMany }
            let key = try Self.insert(on: connection)
            try AuditStore.append(.signatureKeyAdded, of: key.id, by: actor, on: connection)
            return .done(key)
        }
    }

    /// Retires an active key for good: nodes no longer sign with it, nor publish it to clients.
    package func retire(_ id: String, by actor: Actor) throws -> SignatureKeyOutcome {
        try change { connection, active in
            guard let key = active.first(where: { $0.id == id }) else { return .unknown }
            guard active.count > 1 else { return .last }
            try connection.execute("UPDATE signature_key SET retired_at = clock_timestamp() WHERE id = \(id)")
            try AuditStore.append(.signatureKeyRetired, of: id, by: actor, on: connection)
            return .done(key)
        }
    }

    /// Creates a key if none is active; nodes call this before they load their first release.
    package static func ensure(on connection: Connection) throws {
        try connection.transaction { connection in
            try lock(connection)
            if try active(on: connection).isEmpty { _ = try insert(on: connection) }
        }
    }

    /// Returns the active keys, oldest first.
    static func active(on connection: Connection) throws -> [SignatureKey] {
        try connection.query(
            "SELECT seed, created_at FROM signature_key WHERE retired_at IS NULL ORDER BY created_at, id"
        ).map { row in
            guard let key = SigningKey(seed: try row["seed", as: [UInt8].self]) else { throw MissingRow() }
            return SignatureKey(key: key, createdAt: try row["created_at", as: Date.self])
        }
    }

    private func change(
        _ body: (Connection, [SignatureKey]) throws -> SignatureKeyOutcome
    ) throws -> SignatureKeyOutcome {
        try pool.transaction { connection in
            try Self.lock(connection)
            return try body(connection, Self.active(on: connection))
        }
    }

    /// Locks the keys until the end of the transaction, so that concurrent changes do not exceed `limit`.
    private static func lock(_ connection: Connection) throws {
        try connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('galley.signature_key', 0))")
    }

    private static func insert(on connection: Connection) throws -> SignatureKey {
        guard let made = SignatureKey.random(at: .now) else { throw MissingRow() }
        let rows = try connection.query(
            "INSERT INTO signature_key (id, seed) VALUES (\(made.id), \(made.key.seed)) RETURNING created_at")
        guard let time = try rows.first?["created_at", as: Date.self] else { throw MissingRow() }
        return SignatureKey(key: made.key, createdAt: time)
    }
}
