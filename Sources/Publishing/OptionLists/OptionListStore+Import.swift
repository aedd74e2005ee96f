import DocumentKinds
import PostgreSQL

extension OptionListStore {
    /// The number of items that one statement writes. Indexing an item with thousands of members takes up to 0.1 s.
    private static let batch = 1_000
    /// The maximum duration of one statement; deleting a million items takes seconds.
    private static let deadline = Duration.seconds(120)

    /// An import of at least this many items collects statistics about the table afterwards. PostgreSQL does so by
    /// itself, but up to a minute later, and until then it may choose slow query plans.
    private static let analyzed = 1_000

    /// Replaces all items of a list, or creates the list, in one transaction, so that readers see the list either
    /// before or after the import. An import without items is refused unless `allowingEmpty` is true, because apps
    /// would soon get the empty list.
    package func `import`(
        _ items: [OptionItem], into name: String, allowingEmpty: Bool = false, by actor: Actor
    ) throws -> ImportOutcome {
        guard FeatureName.isValid(name) else { return .invalidName }
        guard allowingEmpty || !items.isEmpty else { return .empty(kept: try optionList(named: name)?.itemCount) }
        guard items.count <= OptionList.maximumItems else { return .tooMany }
        do {
            return try pool.withConnection { connection in
                try connection.withDeadline(Self.deadline) { connection in
                    let outcome = try connection.transaction { connection in
                        try Self.replace(name, with: items, by: actor, on: connection)
                    }
                    // The list is imported also if this fails.
                    if items.count >= Self.analyzed { _ = try? connection.query("SELECT analyze_option_items()") }
                    return outcome
                }
            }
        } catch let refusal as RefusedItems {
            return refusal.outcome
        } catch let error as PostgreSQLError where error.sqlState == .uniqueViolation {
            guard error.constraint == "option_item_key_unique" else { throw error }
            return .duplicateKey
        }
    }

    private static func replace(
        _ name: String, with items: [OptionItem], by actor: Actor, on connection: Connection
    ) throws -> ImportOutcome {
        // Concurrent imports of this list wait here.
        let before = try connection.query("SELECT item_count FROM option_list WHERE name = \(name) FOR UPDATE")
        let rows = try connection.query(
            """
            INSERT INTO option_list (name, item_count, author_id, author_name, imported_at)
            VALUES (\(name), \(items.count), \(actor.accountID), \(actor.name.storable), clock_timestamp())
            ON CONFLICT ON CONSTRAINT option_list_name_unique DO UPDATE
                SET item_count = EXCLUDED.item_count, author_id = EXCLUDED.author_id,
                    author_name = EXCLUDED.author_name, imported_at = EXCLUDED.imported_at
            RETURNING id, name, item_count, author_id, author_name, imported_at
            """)
        guard let row = rows.first else { throw MissingRow() }
        let id = try row["id", as: Int.self]
        try connection.execute("DELETE FROM option_item WHERE list_id = \(id)")
        for part in items.batches(of: batch) {
            guard part.allSatisfy(isStorable) else { throw RefusedItems(outcome: .invalidItem) }
            try insert(part, into: id, on: connection)
        }
        if let parent = try unknownParent(in: id, on: connection) {
            throw RefusedItems(outcome: .unknownParent(parent))
        }
        let replaced = try before.first?["item_count", as: Int.self]
        try AuditStore.append(
            .optionListImported, of: name, by: actor,
            ["items": .number(items.count), "replaced": replaced.map { .number($0) }], on: connection)
        return .imported(try optionList(row), replaced: replaced)
    }

    /// Returns true if the table accepts the item; the file readers report each fault with its line.
    private static func isStorable(_ item: OptionItem) -> Bool {
        (1...OptionItem.maximumKeyBytes).contains(item.key.utf8.count)
            && (1...OptionItem.maximumTitleLength).contains(item.title.unicodeScalars.count)
            && item.members.utf8.count <= OptionItem.maximumMembersBytes
            && item.parent.map { !$0.utf8.elementsEqual(item.key.utf8) } ?? true
            && ![item.key, item.title, item.parent ?? ""].contains { $0.utf8.contains(0) }
    }

    private static func insert(_ items: ArraySlice<OptionItem>, into list: Int, on connection: Connection) throws {
        try connection.execute(
            """
            INSERT INTO option_item (list_id, position, key, title, parent, members, searched)
            SELECT \(list), \(items.startIndex) + ordinality, key, title, parent, members::json, searched
            FROM unnest(\(items.map(\.key)), \(items.map(\.title)), \(items.map(\.parent)), \(items.map(\.members)),
                \(items.map(SearchText.of))) WITH ORDINALITY AS item (key, title, parent, members, searched, ordinality)
            """)
    }

    private static func unknownParent(in list: Int, on connection: Connection) throws -> String? {
        try connection.query(
            """
            SELECT parent FROM option_item child
            WHERE list_id = \(list) AND parent IS NOT NULL AND NOT EXISTS (
                SELECT FROM option_item WHERE list_id = \(list) AND key = child.parent)
            ORDER BY position LIMIT 1
            """
        ).first?["parent", as: String.self]
    }
}

/// The error that rolls back the transaction of a refused import.
private struct RefusedItems: Error {
    let outcome: ImportOutcome
}
