import Foundation
package import PostgreSQL

/// Stores option lists; each is imported as a whole and read in pages.
package struct OptionListStore: Sendable {
    /// The maximum number of items on a page.
    package static let maximumPage = 1_000

    let pool: ConnectionPool
    private let places: OptionPlaces

    package init(pool: ConnectionPool) { self.init(pool: pool, places: OptionPlaces()) }

    init(pool: ConnectionPool, places: OptionPlaces) {
        self.pool = pool
        self.places = places
    }

    /// Returns the lists whose name contains a text, in upper or lower case, sorted by name.
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

    /// Returns up to `limit` matching items from an offset on, at most `maximumPage`, and the total number of matching
    /// items. For the first page of a filter, the database searches the list. Later pages usually use cached positions
    /// and take the same time, whatever their offset.
    ///
    /// - Throws: `OptionSearchNeeded` instead of searching the list if `isSearching` is false.
    package func page(
        of name: String, matching filter: OptionFilter = OptionFilter(), offset: Int, limit: Int,
        isSearching: Bool = true
    ) throws -> OptionPageOutcome {
        try reading(name) { list, connection in
            if filter.isEmpty { return try Self.wholePage(of: list, offset: offset, limit: limit, on: connection) }
            let places = try places(of: list, matching: filter, isSearching: isSearching, on: connection)
            let (items, end) = try Self.items(of: list, at: places, from: max(0, offset), limit: limit, on: connection)
            return .page(
                OptionPage(items: items, total: places.count, nextKey: nil, isLoadEnded: end == places.count))
        }
    }

    /// Returns the positions of the items that a filter matches, in ascending order.
    ///
    /// - Throws: `OptionSearchNeeded` if they are not cached and `isSearching` is false.
    private func places(
        of list: ReadList, matching filter: OptionFilter, isSearching: Bool, on connection: Connection
    ) throws -> [Int32] {
        try places.places(OptionPlaces.Key(list: list.id, importedAt: list.importedAt, filter: filter)) {
            guard isSearching else { throw OptionSearchNeeded() }
            return try Self.places(of: list.id, filter.condition(in: list.id), on: connection)
        }
    }

    /// Returns the items of a page: those at `places[start..<end]`, and the page's `end`.
    private static func items(
        of list: ReadList, at places: [Int32], from start: Int, limit: Int, on connection: Connection
    ) throws -> ([OptionItem], end: Int) {
        let start = min(start, places.count)
        let end = min(start + clamped(limit), places.count)
        let wanted = places[start..<end].map(Int.init)
        let items =
            try wanted.isEmpty
            ? [] : items(of: list.id, "position = ANY (\(wanted))", limit: limit, on: connection)
        return (items, end)
    }

    /// Returns a page of the list without a filter. An offset is also a position, because an import numbers the items
    /// from 1 without gaps.
    private static func wholePage(
        of list: ReadList, offset: Int, limit: Int, on connection: Connection
    ) throws -> OptionPageOutcome {
        let start = min(max(0, offset), list.itemCount)
        let items = try items(of: list.id, "position > \(start)", limit: limit, on: connection)
        return .page(
            OptionPage(
                items: items, total: list.itemCount, nextKey: nil, isLoadEnded: start + items.count >= list.itemCount))
    }

    /// Returns the positions of the items that meet a condition, in ascending order.
    private static func places(of list: Int, _ condition: SQL, on connection: Connection) throws -> [Int32] {
        let rows = try connection.query(
            """
            SELECT coalesce(array_agg(position ORDER BY position), '{}') AS places
            FROM option_item WHERE list_id = \(list) AND \(condition)
            """)
        guard let places = try rows.first?["places", as: [Int].self] else { throw MissingRow() }
        return places.map { Int32(clamping: $0) }
    }

    /// Returns up to `limit` matching items, at most `maximumPage`, after the item with the key `nextKey`; the first
    /// items if `nextKey` is nil. If the list is imported again between two pages, items that stay in the same order
    /// are neither repeated nor skipped.
    ///
    /// - Throws: `OptionSearchNeeded` instead of searching the list if `isSearching` is false.
    package func page(
        of name: String, matching filter: OptionFilter = OptionFilter(), nextKey: String?, limit: Int,
        isSearching: Bool = true
    ) throws -> OptionPageOutcome {
        try reading(name) { list, connection in
            guard let start = try Self.position(of: nextKey, in: list.id, on: connection) else {
                return .unknownNextKey
            }
            let items: [OptionItem]
            let isLoadEnded: Bool
            if filter.isEmpty {
                items = try Self.items(of: list.id, "position > \(start)", limit: limit, on: connection)
                isLoadEnded = start + items.count >= list.itemCount
            } else {
                let places = try places(of: list, matching: filter, isSearching: isSearching, on: connection)
                let first = places.firstIndex { $0 > start } ?? places.count
                let end: Int
                (items, end) = try Self.items(of: list, at: places, from: first, limit: limit, on: connection)
                isLoadEnded = end == places.count
            }
            return .page(
                OptionPage(
                    items: items, total: nil, nextKey: isLoadEnded ? nil : items.last?.key, isLoadEnded: isLoadEnded))
        }
    }

    /// A list in the state that a transaction reads.
    private struct ReadList {
        let id: Int
        let itemCount: Int
        let importedAt: Date
    }

    /// Runs the body on one snapshot of the list, so that a concurrent import does not mix two states.
    private func reading(
        _ name: String, _ body: (ReadList, Connection) throws -> OptionPageOutcome
    ) throws -> OptionPageOutcome {
        guard FeatureName.isValid(name) else { return .noSuchList }
        return try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
            let rows = try connection.query("SELECT id, item_count, imported_at FROM option_list WHERE name = \(name)")
            guard let row = rows.first else { return .noSuchList }
            let list = ReadList(
                id: try row["id", as: Int.self], itemCount: try row["item_count", as: Int.self],
                importedAt: try row["imported_at", as: Date.self])
            return try body(list, connection)
        }
    }

    private static func position(of key: String?, in list: Int, on connection: Connection) throws -> Int? {
        guard let key else { return 0 }
        return try connection.query(
            "SELECT position FROM option_item WHERE list_id = \(list) AND key = \(key.storable)"
        ).first?["position", as: Int.self]
    }

    private static func items(
        of list: Int, _ condition: SQL, limit: Int, on connection: Connection
    ) throws -> [OptionItem] {
        try connection.query(
            """
            SELECT key, title, parent, members FROM option_item WHERE list_id = \(list) AND \(condition)
            ORDER BY position LIMIT \(clamped(limit))
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
