/// Text with line numbers, read only.
struct Listing: Sendable {
    var caption: String
    /// What the addresses of lines begin with, `L` where the page has one listing.
    var anchor: String
    var lines: [Line]

    /// A line; marked when a problem stands on it.
    struct Line: Sendable {
        var number: Int
        var text: String
        var isMarked: Bool
    }

    init(_ text: String, caption: String, anchor: String = "L", marked: Set<Int> = []) {
        self.caption = caption
        self.anchor = anchor
        lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.enumerated().map {
            Line(number: $0.offset + 1, text: String($0.element), isMarked: marked.contains($0.offset + 1))
        }
    }

    static let sample = Listing("{\n}", caption: "Text of revision 2", marked: [2])
}
