/// The loaded part of a list.
struct LoadedPages: Hashable {
    let count: Int
    /// The total number of items, for paging by offset.
    let total: Int?
    let pages: Int
    /// True if nothing follows.
    let isEnded: Bool
    /// True if the preview's limit is reached.
    let isFull: Bool
}
