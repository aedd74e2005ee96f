package import JSONText

/// The result of requesting items of an option list.
package enum OptionAnswer: Sendable {
    case page(OptionBatch)
    case noSuchList
    /// The list no longer has an item with the given next key; loading must start again.
    case unknownNextKey
    /// Lists are not available, for example when a file is previewed on its own.
    case unavailable
}

/// Consecutive items of an option list.
package struct OptionBatch: Sendable {
    /// Objects with `key`, `title`, optionally `parent`, and other members.
    package let items: [JSONValue]
    /// The number of items on all pages; nil for paging by key.
    package let total: Int?
    /// The key for requesting the next page; nil at the end and for paging by offset.
    package let nextKey: String?
    /// True if no items follow.
    package let isLoadEnded: Bool

    /// Creates a page of items; `total` is for paging by offset, `nextKey` for paging by key.
    package init(items: [JSONValue], total: Int? = nil, nextKey: String? = nil, isLoadEnded: Bool) {
        self.items = items
        self.total = total
        self.nextKey = nextKey
        self.isLoadEnded = isLoadEnded
    }
}
