import Foundation
package import PostgreSQL

/// Stores option lists; each is imported as a whole and read in pages.
package struct OptionListStore: Sendable {
    /// The maximum number of items on a page.
    package static let maximumPage = 1_000

    let pool: ConnectionPool

    package init(pool: ConnectionPool) { self.pool = pool }

    /// Returns the lists whose name contains a text, in order of names.
    package func list(matching text: String = "") throws -> [OptionList] {
        try pool.withConnection { connection in
            try connection.query(
                """
                SELECT name, item_count, author_id, author_name, imported_at FROM option_list
                WHERE strpos(name, \(text.lowercased().storable)) > 0 ORDER BY name
                """
            ).map(Self.optionList)
        }
    }

    /// Returns the list with a name, or nil.
    package func optionList(named name: String) throws -> OptionList? {
        guard FeatureName.isValid(name) else { return nil }
        return try pool.withConnection { connection in
            try connection.query(
                """
                SELECT name, item_count, author_id, author_name, imported_at FROM option_list WHERE name = \(name)
                """
            ).map(Self.optionList).first
        }
    }

    /// Returns up to `maximumPage` items from an offset on, and their total number.
    package func page(
        of name: String, matching filter: OptionFilter = OptionFilter(), offset: Int, limit: Int
    ) throws -> OptionPageOutcome {
        try reading(name) { id, connection in
            if filter.isEmpty { return try Self.wholePage(of: id, offset: offset, limit: limit, on: connection) }
            let condition = filter.condition
            let count = try connection.query(
                "SELECT count(*) AS total FROM option_item WHERE list_id = \(id) AND \(condition)")
            guard let total = try count.first?["total", as: Int.self] else { throw MissingRow() }
            let items = try Self.items(of: id, condition, offset: max(0, offset), limit: limit, on: connection)
            return .page(
                OptionPage(
                    items: items, total: total, nextKey: nil,
                    isLoadEnded: items.isEmpty || max(0, offset) + items.count >= total))
        }
    }

    /// Returns a page of all items, at the same cost at any depth: an import numbers them from 1 without gaps.
    private static func wholePage(
        of list: Int, offset: Int, limit: Int, on connection: Connection
    ) throws -> OptionPageOutcome {
        let count = try connection.query("SELECT item_count FROM option_list WHERE id = \(list)")
        guard let total = try count.first?["item_count", as: Int.self] else { throw MissingRow() }
        let start = min(max(0, offset), total)
        let items = try items(of: list, "position > \(start)", offset: 0, limit: limit, on: connection)
        return .page(
            OptionPage(items: items, total: total, nextKey: nil, isLoadEnded: start + items.count >= total))
    }

    /// Returns up to `maximumPage` items after the given next key, or the first ones. An import in between neither
    /// repeats nor skips items that kept their order.
    package func page(
        of name: String, matching filter: OptionFilter = OptionFilter(), nextKey: String?, limit: Int
    ) throws -> OptionPageOutcome {
        try reading(name) { id, connection in
            guard let start = try Self.position(of: nextKey, in: id, on: connection) else { return .unknownNextKey }
            let limit = Self.clamped(limit)
            // An additional item shows that more follow.
            let items = try Self.items(
                of: id, "position > \(start) AND \(filter.condition)", offset: 0, limit: limit, more: 1, on: connection)
            let isLoadEnded = items.count <= limit
            let page = Array(items.prefix(limit))
            return .page(
                OptionPage(
                    items: page, total: nil, nextKey: isLoadEnded ? nil : page.last?.key, isLoadEnded: isLoadEnded))
        }
    }

    /// Runs the body on one snapshot of the list, so that a concurrent import does not mix two states.
    private func reading(
        _ name: String, _ body: (Int, Connection) throws -> OptionPageOutcome
    ) throws -> OptionPageOutcome {
        guard FeatureName.isValid(name) else { return .noSuchList }
        return try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
            let rows = try connection.query("SELECT id FROM option_list WHERE name = \(name)")
            guard let id = try rows.first?["id", as: Int.self] else { return .noSuchList }
            return try body(id, connection)
        }
    }

    private static func position(of key: String?, in list: Int, on connection: Connection) throws -> Int? {
        guard let key else { return 0 }
        return try connection.query(
            "SELECT position FROM option_item WHERE list_id = \(list) AND key = \(key.storable)"
        ).first?["position", as: Int.self]
    }

    private static func items(
        of list: Int, _ condition: SQL, offset: Int, limit: Int, more: Int = 0, on connection: Connection
    ) throws -> [OptionItem] {
        try connection.query(
            """
            SELECT key, title, parent, members FROM option_item WHERE list_id = \(list) AND \(condition)
            ORDER BY position OFFSET \(offset) LIMIT \(clamped(limit) + more)
            """
        ).map { row in
            OptionItem(
                key: try row["key", as: String.self], title: try row["title", as: String.self],
                parent: try row["parent", as: String?.self], members: try row["members", as: String.self])
        }
    }

    private static func clamped(_ limit: Int) -> Int { min(max(limit, 1), maximumPage) }

    static func optionList(_ row: Row) throws -> OptionList {
        OptionList(
            name: try row["name", as: String.self], itemCount: try row["item_count", as: Int.self],
            author: try Actor(row), importedAt: try row["imported_at", as: Date.self])
    }
}
