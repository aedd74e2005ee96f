/// A page of the items of an option list that match a filter.
package struct OptionPage: Sendable, Hashable {
    package let items: [OptionItem]
    /// The number of items on all pages; nil when paging by key.
    package let total: Int?
    /// The key with which to request the next page; nil on the last page and when paging by offset.
    package let nextKey: String?
    /// True if no items follow.
    package let isLoadEnded: Bool

    package init(items: [OptionItem], total: Int?, nextKey: String?, isLoadEnded: Bool) {
        self.items = items
        self.total = total
        self.nextKey = nextKey
        self.isLoadEnded = isLoadEnded
    }
}

/// The outcome of reading a page.
package enum OptionPageOutcome: Sendable, Hashable {
    case page(OptionPage)
    case noSuchList
    /// The list has no item with the given key, so the client must start again with the first page.
    case unknownNextKey
}
