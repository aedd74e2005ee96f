import Preview

extension Markup {
    /// Creates the markup of a JSON Pointer: lines break between its names, and hidden characters have marks.
    init(pointer: String) {
        let names = pointer.split(separator: "/", omittingEmptySubsequences: false).map {
            HiddenCharacters.html(String($0))
        }
        self.init(html: names.prefix(2).joined(separator: "/") + names.dropFirst(2).map { "/<wbr>" + $0 }.joined())
    }
}
