/// The times for which caches may keep what clients get of a feature, in seconds.
package struct CacheTime: Sendable, Hashable, Codable {
    /// The seconds for which an answer is fresh.
    package var fresh: Int
    /// The seconds after that in which a cache may serve it while it revalidates.
    package var staleWhileRevalidate: Int
    /// The seconds in which a cache may serve it if the origin does not answer.
    package var staleIfError: Int

    /// The longest times; nothing is served for longer by mistake.
    package static let longest = CacheTime(fresh: 86_400, staleWhileRevalidate: 86_400, staleIfError: 604_800)
    /// The times of features that have none of their own.
    package static let usual = CacheTime(fresh: 30, staleWhileRevalidate: 300, staleIfError: 86_400)
    /// The longest time for which a refusal that a release may lift is fresh.
    private static let longestAbsence = 5

    package init(fresh: Int, staleWhileRevalidate: Int, staleIfError: Int) {
        self.fresh = fresh
        self.staleWhileRevalidate = staleWhileRevalidate
        self.staleIfError = staleIfError
    }

    /// The seconds for which a refusal that a release may lift is fresh.
    package var absenceFresh: Int { min(fresh, Self.longestAbsence) }

    /// The `Cache-Control` of editions.
    package var edition: String {
        "public, max-age=\(fresh), stale-while-revalidate=\(staleWhileRevalidate), stale-if-error=\(staleIfError)"
    }

    /// The `Cache-Control` of refusals that a release may lift.
    package var absence: String { "public, max-age=\(absenceFresh)" }

    /// Returns the shorter of each time, for an answer that contains several features.
    package func shortened(to other: CacheTime) -> CacheTime {
        CacheTime(
            fresh: min(fresh, other.fresh), staleWhileRevalidate: min(staleWhileRevalidate, other.staleWhileRevalidate),
            staleIfError: min(staleIfError, other.staleIfError))
    }

    /// Returns the longer of each time, for a sentence about several features.
    package func extended(to other: CacheTime) -> CacheTime {
        CacheTime(
            fresh: max(fresh, other.fresh), staleWhileRevalidate: max(staleWhileRevalidate, other.staleWhileRevalidate),
            staleIfError: max(staleIfError, other.staleIfError))
    }

    /// True if no time is negative or longer than the longest.
    package var isAllowed: Bool {
        shortened(to: .longest) == self && min(fresh, staleWhileRevalidate, staleIfError) >= 0
    }
}
