import DocumentKinds

extension SearchText {
    /// Returns the searchable text of an item. The line feed keeps a keyword from matching across title and key.
    static func of(_ item: OptionItem) -> String { folded(item.title) + "\n" + folded(item.key) }
}
