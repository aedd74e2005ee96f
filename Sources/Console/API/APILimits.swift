import Publishing

/// The limits of parameters of the management API.
enum APILimits {
    /// The range of the numbers of releases, revisions and other records in a query; at most 12 digits.
    static let numbers = 1...999_999_999_999
    /// The maximum number of items in a list.
    static let maximumItems = 1_000
    /// The number of items in a list if the query has no `limit`.
    static let defaultItems = 100
    /// The number of releases in a list if the query has no `limit`.
    static let defaultReleases = 50
    /// The permitted periods of fetch statistics in days, including today.
    static let statisticsDays = 1...90
    /// The permitted lifetimes of a test device's token in minutes.
    static let deviceTokenMinutes = 1...Int(SharedLinkStore.longestLife / 60)
}
