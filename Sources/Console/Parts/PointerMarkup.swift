import Preview

extension Markup {
    /// Creates the markup of a JSON Pointer: lines break between its names, and hidden characters have marks.
    /// Right-to-left names are isolated, because two of them with only a slash between them would change places.
    init(pointer: String) {
        let names = pointer.split(separator: "/", omittingEmptySubsequences: false).map {
            let html = HiddenCharacters.html(String($0))
            return RightToLeftLines.hasLetters(Array($0.utf8)) ? "<bdi>\(html)</bdi>" : html
        }
        self.init(html: names.prefix(2).joined(separator: "/") + names.dropFirst(2).map { "/<wbr>" + $0 }.joined())
    }
}
