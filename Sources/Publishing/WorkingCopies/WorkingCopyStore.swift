package import Foundation
package import PostgreSQL

/// Stores unsaved texts, one for each feature and account.
package struct WorkingCopyStore: Sendable {
    /// The maximum size of a text in bytes.
    package static let maximumSize = 4 << 20

    private let pool: ConnectionPool

    package init(pool: ConnectionPool) { self.pool = pool }

    /// Returns an account's unsaved text of a feature, or nil.
    package func copy(of feature: Feature, by account: Account) throws -> WorkingCopy? {
        try pool.withConnection { connection in
            try connection.query(
                """
                SELECT editor, bytes, parent, started, note, revision_name, changed_at FROM working_copy
                WHERE feature_id = \(feature.id) AND account_id = \(account.id)
                """
            ).map { row in
                WorkingCopy(
                    editor: try row["editor", as: String.self], bytes: try row["bytes", as: [UInt8].self],
                    parent: try row["parent", as: Int.self], started: try row["started", as: Int.self],
                    note: try row["note", as: String.self], revisionName: try row["revision_name", as: String.self],
                    changedAt: try row["changed_at", as: Date.self])
            }.first
        }
    }

    /// Returns the names of up to `limit` features for which an account has unsaved text, with the times of the last
    /// changes; the last changed first.
    package func features(with account: Account, limit: Int) throws -> [(feature: String, changedAt: Date)] {
        try pool.withConnection { connection in
            try connection.query(
                """
                SELECT name, changed_at FROM working_copy JOIN feature ON feature.id = feature_id
                WHERE account_id = \(account.id) ORDER BY changed_at DESC LIMIT \(limit)
                """
            ).map { (try $0["name", as: String.self], try $0["changed_at", as: Date.self]) }
        }
    }

    /// Stores an account's unsaved text of a feature. If the text equals the revision that it is based on, nothing is
    /// unsaved, so the editor's stored text is deleted instead.
    ///
    /// - Returns: False if the text exceeds `maximumSize`, or if another editor page has stored a different text, which
    ///   is not replaced.
    @discardableResult
    package func keep(_ copy: WorkingCopy, of feature: Feature, by account: Account) throws -> Bool {
        guard copy.bytes.count <= Self.maximumSize else { return false }
        let hash = ContentStore.hash(of: copy.bytes)
        return try pool.withConnection { connection in
            let isSaved =
                copy.started == 0
                ? copy.bytes.isEmpty
                : try !connection.query(
                    """
                    SELECT FROM revision WHERE feature_id = \(feature.id) AND number = \(copy.started)
                        AND content_hash = decode(\(hash), 'hex')
                    """
                ).isEmpty
            if isSaved {
                try Self.drop(copy, of: feature, by: account, on: connection)
                return true
            }
            return try !connection.query(
                """
                INSERT INTO working_copy (feature_id, account_id, editor, bytes, parent, started, note, revision_name,
                    changed_at)
                VALUES (\(feature.id), \(account.id), \(copy.editor.storable), \(copy.bytes), \(copy.parent),
                    \(copy.started), \(copy.note.storable), \(copy.revisionName.storable), \(copy.changedAt))
                ON CONFLICT ON CONSTRAINT working_copy_pkey DO UPDATE
                SET editor = EXCLUDED.editor, bytes = EXCLUDED.bytes, parent = EXCLUDED.parent,
                    started = EXCLUDED.started, note = EXCLUDED.note,
                    revision_name = EXCLUDED.revision_name, changed_at = EXCLUDED.changed_at
                WHERE working_copy.editor = EXCLUDED.editor OR working_copy.bytes = EXCLUDED.bytes
                RETURNING editor
                """
            ).isEmpty
        }
    }

    /// Deletes an unsaved text after it was saved as a revision: the text that the same editor page has stored, or the
    /// same bytes from another page.
    package func drop(_ copy: WorkingCopy, of feature: Feature, by account: Account) throws {
        try pool.withConnection { try Self.drop(copy, of: feature, by: account, on: $0) }
    }

    /// Deletes an account's unsaved text of a feature, whichever editor page has stored it.
    package func discard(of feature: Feature, by account: Account) throws {
        try pool.withConnection { connection in
            try connection.execute(
                "DELETE FROM working_copy WHERE feature_id = \(feature.id) AND account_id = \(account.id)")
        }
    }

    private static func drop(
        _ copy: WorkingCopy, of feature: Feature, by account: Account, on connection: Connection
    ) throws {
        try connection.execute(
            """
            DELETE FROM working_copy WHERE feature_id = \(feature.id) AND account_id = \(account.id)
                AND (editor = \(copy.editor.storable) OR bytes = \(copy.bytes))
            """)
    }
}
