/// A preview's query to an option list.
package struct OptionQuery: Sendable, Hashable {
    /// The start of a page.
    package enum Start: Sendable, Hashable {
        /// Skips this number of items.
        case offset(Int)
        /// Starts after the item with the previous page's next key; nil for the first page.
        case nextKey(String?)
    }

    /// The items to choose from in a list whose items may have parents.
    package enum Branch: Sendable, Hashable {
        /// All items, with and without a parent.
        case all
        /// The items without a parent.
        case roots
        case children(of: String)
    }

    /// The list's name.
    package var list: String
    package var start: Start
    /// The maximum number of items.
    package var limit: Int
    /// A text to find in titles or keys, ignoring case; empty for all items.
    package var keyword: String
    package var branch: Branch
    /// The allowed keys; nil for all.
    package var only: [String]?

    /// Creates a query; by default for the first 30 items of the whole list.
    package init(
        list: String, start: Start = .offset(0), limit: Int = 30, keyword: String = "", branch: Branch = .all,
        only: [String]? = nil
    ) {
        self.list = list
        self.start = start
        self.limit = limit
        self.keyword = keyword
        self.branch = branch
        self.only = only
    }
}
