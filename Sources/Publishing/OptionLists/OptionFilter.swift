import PostgreSQL

/// A filter for the items of an option list.
package struct OptionFilter: Sendable, Hashable {
    /// A level of a list whose items have parents.
    package enum Branch: Sendable, Hashable {
        case all
        /// The items without a parent.
        case roots
        case children(of: String)
    }

    /// A text to find in title or key, in any case and trimmed; empty for all items.
    package let keyword: String
    package let branch: Branch
    /// The allowed keys, like `only` in a UI schema; nil for all.
    package let only: [String]?

    package init(keyword: String = "", branch: Branch = .all, only: [String]? = nil) {
        self.keyword = keyword
        self.branch = branch
        self.only = only
    }

    /// True if it lets every item through.
    var isEmpty: Bool { SearchText.folded(keyword).isEmpty && branch == .all && only == nil }

    /// The condition on a row of `option_item`.
    var condition: SQL {
        var condition: SQL = "true"
        let searched = SearchText.folded(keyword).storable
        // An index of trigrams answers LIKE, but not strpos.
        if !searched.isEmpty { condition = "\(condition) AND searched LIKE \(Self.pattern(searched))" }
        switch branch {
        case .all: break
        case .roots: condition = "\(condition) AND parent IS NULL"
        case .children(of: let parent): condition = "\(condition) AND parent = \(parent.storable)"
        }
        if let only { condition = "\(condition) AND key = ANY (\(only.map(\.storable)))" }
        return condition
    }

    /// Returns the pattern of LIKE that matches texts which contain `text`.
    private static func pattern(_ text: String) -> String {
        // By scalars: a percent sign with a combining mark is another character, but LIKE sees the sign.
        "%" + text.unicodeScalars.map { "\\%_".unicodeScalars.contains($0) ? "\\\($0)" : String($0) }.joined() + "%"
    }

    /// Returns true if the filter matches an item, with the same result as `condition`.
    func includes(_ item: OptionItem) -> Bool {
        let searched = SearchText.folded(keyword)
        if !searched.isEmpty, !SearchText.of(item).utf8.contains(searched.utf8) { return false }
        switch branch {
        case .all: break
        case .roots: if item.parent != nil { return false }
        case .children(of: let parent): if item.parent?.utf8.elementsEqual(parent.utf8) != true { return false }
        }
        return only?.contains { $0.utf8.elementsEqual(item.key.utf8) } ?? true
    }
}
