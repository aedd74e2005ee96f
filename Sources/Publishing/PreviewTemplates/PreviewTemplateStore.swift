import Foundation
package import PostgreSQL

/// Stores uploaded preview templates. They are never changed; the newest template of an entity is used.
///
/// The store does not check whether a text is a valid template; the renderer does.
package struct PreviewTemplateStore: Sendable {
    private let pool: ConnectionPool

    package init(pool: ConnectionPool) { self.pool = pool }

    /// Saves the template of an entity.
    package func save(_ body: String, of entity: String, by actor: Actor) throws -> SavePreviewTemplateOutcome {
        let body = body.storable
        guard (1...PreviewTemplate.maximumBytes).contains(body.utf8.count) else { return .invalidSize }
        return try append(body, of: entity, as: .previewTemplateSaved, by: actor)
    }

    /// Withdraws the uploaded template of an entity, so that the repository's own is used.
    package func withdraw(of entity: String, by actor: Actor) throws -> SavePreviewTemplateOutcome {
        try append(nil, of: entity, as: .previewTemplateWithdrawn, by: actor)
    }

    /// Returns the number of the newest template or withdrawal, 0 if there is none. Each stored template or withdrawal
    /// gets a higher number.
    package func newestNumber() throws -> Int {
        try pool.withConnection { connection in
            try connection.query("SELECT coalesce(max(number), 0) AS number FROM preview_template").first
                .map { try $0["number", as: Int.self] } ?? 0
        }
    }

    /// Returns the texts of the templates that are not withdrawn, by entity.
    package func texts() throws -> [String: String] {
        try pool.withConnection { connection in
            let rows = try connection.query(
                "SELECT DISTINCT ON (entity) entity, body FROM preview_template ORDER BY entity, number DESC")
            var texts: [String: String] = [:]
            for row in rows { texts[try row["entity", as: String.self]] = try row["body", as: String?.self] }
            return texts
        }
    }

    /// Returns up to `limit` templates and withdrawals of an entity, newest first.
    package func history(of entity: String, limit: Int = 20) throws -> [PreviewTemplate] {
        try pool.withConnection { try Self.history(of: entity, limit: limit, on: $0) }
    }

    private func append(
        _ body: String?, of entity: String, as action: AuditAction, by actor: Actor
    ) throws -> SavePreviewTemplateOutcome {
        try pool.transaction { connection in
            // The lock makes transactions commit in the order of their numbers, so that no node sees a higher number
            // before a lower one.
            try connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('galley.preview_template', 0))")
            let newest = try Self.history(of: entity, limit: 1, on: connection).first
            if newest?.body == body { return .unchanged }
            try connection.execute(
                """
                INSERT INTO preview_template (entity, body, author_id, author_name)
                VALUES (\(entity.storable), \(body), \(actor.accountID), \(actor.name.storable))
                """)
            guard let saved = try Self.history(of: entity, limit: 1, on: connection).first else { throw MissingRow() }
            try AuditStore.append(
                action, of: entity, by: actor,
                ["number": .number(saved.number), "bytes": body.map { .number($0.utf8.count) }], on: connection)
            return .saved(saved)
        }
    }

    private static func history(
        of entity: String, limit: Int, on connection: Connection
    ) throws -> [PreviewTemplate] {
        try connection.query(
            """
            SELECT number, entity, body, author_id, author_name, created_at FROM preview_template
            WHERE entity = \(entity.storable) ORDER BY number DESC LIMIT \(limit)
            """
        ).map { row in
            PreviewTemplate(
                number: try row["number", as: Int.self], entity: try row["entity", as: String.self],
                body: try row["body", as: String?.self], author: try Actor(row),
                createdAt: try row["created_at", as: Date.self])
        }
    }
}
