/// How much of a list is shown.
struct LoadedPages: Hashable {
    let count: Int
    /// How many there are, where pages go by offset.
    let total: Int?
    let pages: Int
    /// Whether nothing follows.
    let isEnded: Bool
    /// Whether a preview shows no more.
    let isFull: Bool
}
