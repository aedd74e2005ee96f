/// How long caches may keep what the read API answers: the one place for its headers and for what pages say of them.
package enum CachePolicy {
    /// Seconds for which an edition is fresh.
    package static let fresh = 30
    /// Seconds after that in which a cache may still serve it while it asks anew.
    package static let staleWhileRevalidate = 300
    /// Seconds in which a cache may still serve it when nobody answers.
    package static let staleIfError = 86_400
    /// Seconds for which a refusal that a release may lift is fresh.
    package static let absenceFresh = 5

    /// `Cache-Control` of editions.
    package static let edition =
        "public, max-age=\(fresh), stale-while-revalidate=\(staleWhileRevalidate), stale-if-error=\(staleIfError)"
    /// `Cache-Control` of refusals that a release may lift.
    package static let absence = "public, max-age=\(absenceFresh)"
    /// `Cache-Control` of refusals of the request itself, and of what is true only now.
    package static let never = "no-store"
}
