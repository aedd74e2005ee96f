/// The size of the loaded part of a list.
struct LoadedPages: Hashable {
    let count: Int
    /// The total number of items if the list is paged by offset; nil otherwise.
    let total: Int?
    let pages: Int
    /// True if no items follow.
    let isEnded: Bool
    /// True if the maximum number of items in a preview is reached.
    let isFull: Bool
}
