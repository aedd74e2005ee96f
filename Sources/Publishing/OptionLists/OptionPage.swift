/// Some items of an option list that follow each other, in the list's order.
package struct OptionPage: Sendable, Hashable {
    package let items: [OptionItem]
    /// How many items there are on all pages; only counted where pages go by offset.
    package let total: Int?
    /// What to ask for the next page with, where pages go by next key; nil at the end.
    package let nextKey: String?
    /// Whether nothing follows.
    package let isLoadEnded: Bool

    package init(items: [OptionItem], total: Int?, nextKey: String?, isLoadEnded: Bool) {
        self.items = items
        self.total = total
        self.nextKey = nextKey
        self.isLoadEnded = isLoadEnded
    }
}

/// What became of the wish for a page.
package enum OptionPageOutcome: Sendable, Hashable {
    case page(OptionPage)
    case noSuchList
    /// The list has no item of the given next key any more: begin again.
    case unknownNextKey
}
