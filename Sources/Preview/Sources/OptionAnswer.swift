package import JSONText

/// What became of a preview's wish for items of an option list.
package enum OptionAnswer: Sendable {
    case page(OptionBatch)
    case noSuchList
    /// The list has no item of the given next key any more: begin again.
    case unknownNextKey
    /// There is no place to look lists up, as when a file is previewed by itself.
    case unavailable
}

/// Items of an option list that follow each other, in the list's order.
package struct OptionBatch: Sendable {
    /// Objects with `key`, `title`, perhaps `parent`, and further members.
    package let items: [JSONValue]
    /// How many there are on all pages; nil where pages go by next key.
    package let total: Int?
    /// What to ask for the next page with; nil at the end, and where pages go by offset.
    package let nextKey: String?
    /// Whether nothing follows.
    package let isLoadEnded: Bool

    package init(items: [JSONValue], total: Int? = nil, nextKey: String? = nil, isLoadEnded: Bool) {
        self.items = items
        self.total = total
        self.nextKey = nextKey
        self.isLoadEnded = isLoadEnded
    }
}
