/// One page of a list. It is read with one row more than it shows, so that it knows whether rows follow.
struct ListPage<Element> {
    /// The rows that the page shows.
    let rows: [Element]
    /// True if further rows follow.
    let isCut: Bool

    /// Reads a page of at most `size` rows. `read` returns `limit` rows, or fewer at the end of the list.
    init(_ size: Int, _ read: (_ limit: Int) throws -> [Element]) rethrows {
        let found = try read(size + 1)
        rows = Array(found.prefix(size))
        isCut = found.count > size
    }

    /// A sentence that says that only the first rows are listed, for a list without further pages; nil if all are
    /// listed.
    var cutWords: String? { isCut ? Texts["common.only-first-listed", ["count": rows.count]] : nil }

    /// The last row of the page, after which the next page begins; nil if no further rows follow.
    var end: Element? { isCut ? rows.last : nil }
}
