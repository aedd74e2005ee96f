import Publishing

/// The limits of what a request of the management API may ask for.
enum APILimits {
    /// The numbers of releases and revisions that a query may name; at most 12 digits.
    static let numbers = 1...999_999_999_999
    /// The maximum number of items in a list.
    static let listedItems = 1_000
    /// The number of items in a list if the query has no `limit`.
    static let usualItems = 100
    /// The number of releases in a list if the query has no `limit`.
    static let usualReleases = 50
    /// The numbers of days, today included, whose fetches can be counted.
    static let statisticsDays = 1...90
    /// The lifetimes of a device's token in minutes.
    static let deviceTokenMinutes = 1...Int(SharedLinkStore.longestLife / 60)
}
