/// Consecutive items of an option list.
package struct OptionPage: Sendable, Hashable {
    package let items: [OptionItem]
    /// The number of items on all pages; only for paging by offset.
    package let total: Int?
    /// The key for requesting the next page, for paging by key; nil at the end.
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
    /// The list no longer has an item with the given next key; start again.
    case unknownNextKey
}
