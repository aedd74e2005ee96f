import Foundation
import PostgreSQL

/// Stores the answers to requests with an idempotency key, which programs send.
package struct IdempotencyStore: Sendable {
    /// The days for which an answer is kept. Its key remains claimed after that.
    private static let retention = 30

    let pool: ConnectionPool

    init(pool: ConnectionPool) { self.pool = pool }

    /// The earlier use of an idempotency key.
    package enum Earlier: Sendable, Hashable {
        /// The stored answer to the same request.
        case answer(StoredAnswer)
        /// The same request has claimed the key, but its answer is not stored: not yet, no longer, or because it
        /// contains a secret.
        case unanswered(KeyUse)
        /// The key was used for another request.
        case reused(KeyUse)
    }

    /// Returns the earlier use of a request's key; nil if no other attempt has claimed the key.
    package func earlier(_ request: KeyedRequest) throws -> Earlier? {
        try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
            guard let use = try IdempotencyTable.use(of: request, on: connection) else { return nil }
            guard use.digest == request.digest else { return .reused(use) }
            let answers = try connection.query(
                "SELECT status, fields::text AS fields, body FROM idempotency_answer WHERE key = \(request.key.storable)"
            )
            guard let row = answers.first else { return .unanswered(use) }
            let fields = Data(try row["fields", as: String.self].utf8)
            return .answer(
                StoredAnswer(
                    status: try row["status", as: Int.self],
                    fields: try JSONDecoder().decode([String: String].self, from: fields),
                    body: try row["body", as: [UInt8].self]))
        }
    }

    /// Returns true if this attempt of a request has claimed the request's key, because it has changed something.
    package func isClaimed(by request: KeyedRequest) throws -> Bool {
        try pool.withConnection { connection in
            try !connection.query(
                "SELECT FROM idempotency_key WHERE key = \(request.key.storable) AND attempt = \(request.attempt)"
            ).isEmpty
        }
    }

    /// Stores the answer to a request, to send it again if the request is repeated. Also claims the key, because a
    /// request that succeeded without a change has not claimed it yet.
    ///
    /// - Throws: `KeyTaken` if another attempt has claimed the key.
    package func keep(_ answer: StoredAnswer, to request: KeyedRequest) throws {
        let fields = String(decoding: try JSONEncoder().encode(answer.fields), as: UTF8.self)
        try pool.transaction { connection in
            try IdempotencyTable.claim(request, on: connection)
            try connection.execute(
                """
                INSERT INTO idempotency_answer (key, status, fields, body)
                VALUES (\(request.key.storable), \(answer.status), \(fields.storable)::jsonb, \(answer.body))
                ON CONFLICT (key) DO NOTHING
                """)
            try connection.execute(
                """
                DELETE FROM idempotency_answer
                WHERE created_at < clock_timestamp() - make_interval(days => \(Self.retention)::int)
                """)
        }
    }
}
