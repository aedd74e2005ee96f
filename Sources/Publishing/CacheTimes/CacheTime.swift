/// The times for which caches may serve the responses of a feature, in seconds.
package struct CacheTime: Sendable, Hashable, Codable {
    /// The seconds for which a response is fresh.
    package var fresh: Int
    /// The seconds after `fresh` during which a cache may serve the response while it revalidates.
    package var staleWhileRevalidate: Int
    /// The seconds after `fresh` during which a cache may serve the response if the origin fails.
    package var staleIfError: Int

    /// The maximum of each time, so that a mistake cannot stay in caches for longer.
    package static let longest = CacheTime(fresh: 86_400, staleWhileRevalidate: 86_400, staleIfError: 604_800)
    /// The default times.
    package static let usual = CacheTime(fresh: 30, staleWhileRevalidate: 300, staleIfError: 86_400)
    /// The maximum of `absenceFresh`.
    private static let longestAbsence = 5

    package init(fresh: Int, staleWhileRevalidate: Int, staleIfError: Int) {
        self.fresh = fresh
        self.staleWhileRevalidate = staleWhileRevalidate
        self.staleIfError = staleIfError
    }

    /// The seconds for which error responses are fresh; short, because the next release may publish the feature again.
    package var absenceFresh: Int { min(fresh, Self.longestAbsence) }

    /// The `Cache-Control` of editions.
    package var edition: String {
        "public, max-age=\(fresh), stale-while-revalidate=\(staleWhileRevalidate), stale-if-error=\(staleIfError)"
    }

    /// The `Cache-Control` of error responses for a feature that the next release may publish again, such as 404 and
    /// 410.
    package var absence: String { "public, max-age=\(absenceFresh)" }

    /// Returns the shorter of each time, for a response that contains several features.
    package func shortened(to other: CacheTime) -> CacheTime {
        CacheTime(
            fresh: min(fresh, other.fresh), staleWhileRevalidate: min(staleWhileRevalidate, other.staleWhileRevalidate),
            staleIfError: min(staleIfError, other.staleIfError))
    }

    /// Returns the longer of each time, for messages about several features or about former times.
    package func extended(to other: CacheTime) -> CacheTime {
        CacheTime(
            fresh: max(fresh, other.fresh), staleWhileRevalidate: max(staleWhileRevalidate, other.staleWhileRevalidate),
            staleIfError: max(staleIfError, other.staleIfError))
    }

    /// True if no time is negative or exceeds `longest`.
    package var isAllowed: Bool {
        shortened(to: .longest) == self && min(fresh, staleWhileRevalidate, staleIfError) >= 0
    }
}
