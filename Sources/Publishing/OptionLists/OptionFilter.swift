import PostgreSQL

/// Which items of an option list are wanted.
package struct OptionFilter: Sendable, Hashable {
    /// A part of a list whose items have parents.
    package enum Branch: Sendable, Hashable {
        case all
        /// Those without a parent.
        case roots
        case children(of: String)
    }

    /// Found anywhere in title or key, whatever its case; white space around it does not count. Empty finds all.
    package let keyword: String
    package let branch: Branch
    /// The keys to choose from, as `only` in a UI schema; nil for all.
    package let only: [String]?

    package init(keyword: String = "", branch: Branch = .all, only: [String]? = nil) {
        self.keyword = keyword
        self.branch = branch
        self.only = only
    }

    /// The condition on a row of `option_item`.
    var condition: SQL {
        var condition: SQL = "true"
        let searched = SearchText.folded(keyword).storable
        if !searched.isEmpty { condition = "\(condition) AND strpos(searched, \(searched)) > 0" }
        switch branch {
        case .all: break
        case .roots: condition = "\(condition) AND parent IS NULL"
        case .children(of: let parent): condition = "\(condition) AND parent = \(parent.storable)"
        }
        if let only { condition = "\(condition) AND key = ANY (\(only.map(\.storable)))" }
        return condition
    }
}
