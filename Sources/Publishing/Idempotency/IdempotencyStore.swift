import Foundation
import PostgreSQL

/// The answers to requests of programs that carried an idempotency key.
package struct IdempotencyStore: Sendable {
    /// The time after which an answer is deleted, in days. The key stays used up.
    private static let memory = 30

    let pool: ConnectionPool

    init(pool: ConnectionPool) { self.pool = pool }

    /// A key that was used before.
    package enum Earlier: Sendable, Hashable {
        /// The answer to the same request.
        case answer(KeptAnswer)
        /// The same request was carried out, or is being carried out; its answer is not kept.
        case unanswered(KeyUse)
        /// The key was used for another request.
        case reused(KeyUse)
    }

    /// Returns what became of an earlier request with the same key; nil if it used the key for nothing.
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
                KeptAnswer(
                    status: try row["status", as: Int.self],
                    fields: try JSONDecoder().decode([String: String].self, from: fields),
                    body: try row["body", as: [UInt8].self]))
        }
    }

    /// Keeps the answer to a request, for repeated ones. A request that succeeded without a change uses its key up here.
    ///
    /// - Throws: `KeyTaken` if another attempt was faster.
    package func keep(_ answer: KeptAnswer, to request: KeyedRequest) throws {
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
                WHERE created_at < clock_timestamp() - make_interval(days => \(Self.memory)::int)
                """)
        }
    }
}
