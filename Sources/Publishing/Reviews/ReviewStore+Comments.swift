import Foundation
import JSONText
import PostgreSQL

extension ReviewStore {
    /// The default limit of `comments(of:after:upTo:limit:)`.
    package static let maximumComments = 200

    /// Adds a comment on an element of a revision; the empty pointer is that of the whole document.
    package func comment(
        on revision: Int, of name: String, at pointer: String, _ text: String, by actor: Actor
    ) throws -> ReviewOutcome {
        guard !text.allSatisfy(\.isWhitespace) else { return .textMissing }
        guard text.unicodeScalars.count <= Self.maximumTextLength else { return .textTooLong }
        guard pointer.unicodeScalars.count <= Self.maximumTextLength, let place = JSONPointer(pointer) else {
            return .noSuchElement(pointer)
        }
        return try step(on: revision, of: name) { feature, _, connection in
            if !place.tokens.isEmpty {
                let bytes = try RevisionStore.revision(revision, of: feature, on: connection)?.bytes ?? []
                guard let document = try? JSONDocument(parsing: bytes, limits: .console),
                    document.root.value(at: place) != nil
                else { return .noSuchElement(pointer) }
            }
            try connection.execute(
                """
                INSERT INTO review_comment (feature_id, revision, pointer, text, author_id, author_name)
                VALUES (\(feature.id), \(revision), \(pointer.storable), \(text.storable), \(actor.accountID),
                    \(actor.name.storable))
                """)
            try AuditStore.append(
                .reviewCommented, of: name, by: actor,
                ["revision": .number(revision), "pointer": .text(pointer)], on: connection)
            return nil
        }
    }

    /// Returns the newest comments on the revisions of a feature after `base` and up to `revision`, at most `limit`,
    /// oldest first.
    package func comments(
        of name: String, after base: Int, upTo revision: Int, limit: Int = ReviewStore.maximumComments
    ) throws -> [ReviewComment] {
        try pool.withConnection { connection in
            guard let feature = try FeatureStore.feature(named: name, on: connection) else { return [] }
            return try connection.query(
                """
                SELECT id, revision, pointer, text, author_id, author_name, created_at FROM review_comment
                WHERE feature_id = \(feature.id) AND revision > \(base) AND revision <= \(revision)
                ORDER BY id DESC LIMIT \(limit)
                """
            ).map { row in
                ReviewComment(
                    id: try row["id", as: Int.self], revision: try row["revision", as: Int.self],
                    pointer: try row["pointer", as: String.self], text: try row["text", as: String.self],
                    author: try Actor(row), createdAt: try row["created_at", as: Date.self])
            }.reversed()
        }
    }
}
