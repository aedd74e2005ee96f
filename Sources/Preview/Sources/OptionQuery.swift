/// Which items of an option list a preview asks for.
package struct OptionQuery: Sendable, Hashable {
    /// Where a page begins.
    package enum Start: Sendable, Hashable {
        /// That many items come before it.
        case offset(Int)
        /// After the item of the next key of the page before; nil for the first page.
        case nextKey(String?)
    }

    /// Which part of a list whose items have parents.
    package enum Branch: Sendable, Hashable {
        case all
        /// Those without a parent.
        case roots
        case children(of: String)
    }

    /// The list's name.
    package var list: String
    package var start: Start
    /// The most items wanted.
    package var limit: Int
    /// Found anywhere in title or key, whatever its case; empty finds all.
    package var keyword: String
    package var branch: Branch
    /// The keys to choose from; nil for all.
    package var only: [String]?

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
