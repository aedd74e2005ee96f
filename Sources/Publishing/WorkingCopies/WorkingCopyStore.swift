package import Foundation
package import PostgreSQL

/// Stores unsaved texts of each feature and account: one for each editor page in which the person has typed.
package struct WorkingCopyStore: Sendable {
    /// The maximum size of a text in bytes.
    package static let maximumSize = 4 << 20
    /// The maximum number of texts of one feature and account. A further text replaces the text whose last change is
    /// the oldest.
    package static let maximumCopies = 5

    private let pool: ConnectionPool

    package init(pool: ConnectionPool) { self.pool = pool }

    /// Returns an account's unsaved texts of a feature, the last changed first.
    package func copies(of feature: Feature, by account: Account) throws -> [WorkingCopy] {
        try copies(of: feature, by: account, limit: Self.maximumCopies)
    }

    /// Returns the unsaved text of a feature that an account has stored from an editor page or, if `editor` is nil, has
    /// changed last. Nil if there is none.
    package func copy(of feature: Feature, by account: Account, from editor: String? = nil) throws -> WorkingCopy? {
        try copies(of: feature, by: account, from: editor, limit: 1).first
    }

    private func copies(
        of feature: Feature, by account: Account, from editor: String? = nil, limit: Int
    ) throws -> [WorkingCopy] {
        var condition: SQL = "feature_id = \(feature.id) AND account_id = \(account.id)"
        if let editor { condition = "\(condition) AND editor = \(editor.storable)" }
        return try pool.withConnection { connection in
            try connection.query(
                """
                SELECT editor, bytes, parent, started, note, revision_name, changed_at FROM working_copy
                WHERE \(condition) ORDER BY changed_at DESC, editor DESC LIMIT \(limit)
                """
            ).map { row in
                WorkingCopy(
                    editor: try row["editor", as: String.self], bytes: try row["bytes", as: [UInt8].self],
                    parent: try row["parent", as: Int.self], started: try row["started", as: Int.self],
                    note: try row["note", as: String.self], revisionName: try row["revision_name", as: String.self],
                    changedAt: try row["changed_at", as: Date.self])
            }
        }
    }

    /// Returns the names of up to `limit` features for which an account has unsaved text, with the times of the last
    /// changes; the last changed first.
    package func features(with account: Account, limit: Int) throws -> [(feature: String, changedAt: Date)] {
        try pool.withConnection { connection in
            try connection.query(
                """
                SELECT name, max(changed_at) AS changed_at FROM working_copy JOIN feature ON feature.id = feature_id
                WHERE account_id = \(account.id) GROUP BY name ORDER BY max(changed_at) DESC LIMIT \(limit)
                """
            ).map { (try $0["name", as: String.self], try $0["changed_at", as: Date.self]) }
        }
    }

    /// Stores an account's unsaved text of a feature, in place of the editor page's earlier text and of the same bytes
    /// from other pages. If the text equals the revision that it is based on, or is empty and based on no revision,
    /// nothing is unsaved, so the editor page's stored text and the same bytes from other pages are deleted instead.
    ///
    /// - Returns: False if the text exceeds `maximumSize`.
    @discardableResult
    package func keep(_ copy: WorkingCopy, of feature: Feature, by account: Account) throws -> Bool {
        guard copy.bytes.count <= Self.maximumSize else { return false }
        let hash = ContentStore.hash(of: copy.bytes)
        return try pool.transaction { connection in
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
            try connection.execute(
                """
                INSERT INTO working_copy (feature_id, account_id, editor, bytes, parent, started, note, revision_name,
                    changed_at)
                VALUES (\(feature.id), \(account.id), \(copy.editor.storable), \(copy.bytes), \(copy.parent),
                    \(copy.started), \(copy.note.storable), \(copy.revisionName.storable), \(copy.changedAt))
                ON CONFLICT ON CONSTRAINT working_copy_pkey DO UPDATE
                SET bytes = EXCLUDED.bytes, parent = EXCLUDED.parent, started = EXCLUDED.started,
                    note = EXCLUDED.note, revision_name = EXCLUDED.revision_name, changed_at = EXCLUDED.changed_at
                """)
            try Self.makeRoom(for: copy, of: feature, by: account, on: connection)
            return true
        }
    }

    /// Deletes an account's texts that equal `copy`, and those beyond the maximum number; never `copy` itself.
    private static func makeRoom(
        for copy: WorkingCopy, of feature: Feature, by account: Account, on connection: Connection
    ) throws {
        try connection.execute(
            """
            DELETE FROM working_copy AS other USING working_copy AS own
            WHERE own.feature_id = \(feature.id) AND own.account_id = \(account.id)
                AND own.editor = \(copy.editor.storable) AND other.feature_id = own.feature_id
                AND other.account_id = own.account_id AND other.editor <> own.editor
                AND (other.bytes = own.bytes OR other.editor IN (
                    SELECT editor FROM working_copy
                    WHERE feature_id = \(feature.id) AND account_id = \(account.id)
                        AND editor <> \(copy.editor.storable)
                    ORDER BY changed_at DESC, editor DESC OFFSET \(maximumCopies - 1)))
            """)
    }

    /// Deletes an unsaved text after it was saved as a revision: the text that the same editor page has stored, and the
    /// same bytes from other pages.
    package func drop(_ copy: WorkingCopy, of feature: Feature, by account: Account) throws {
        try pool.withConnection { try Self.drop(copy, of: feature, by: account, on: $0) }
    }

    /// Deletes the unsaved text that an account has stored from an editor page.
    package func discard(_ editor: String, of feature: Feature, by account: Account) throws {
        try pool.withConnection { connection in
            try connection.execute(
                """
                DELETE FROM working_copy WHERE feature_id = \(feature.id) AND account_id = \(account.id)
                    AND editor = \(editor.storable)
                """)
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
