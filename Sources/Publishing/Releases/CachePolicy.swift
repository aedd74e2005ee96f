/// The cache lifetimes of the read API's answers, for its headers and for the sentences on pages.
package enum CachePolicy {
    /// The seconds for which an edition is fresh.
    package static let fresh = 30
    /// The seconds after that in which a cache may serve it while it revalidates.
    package static let staleWhileRevalidate = 300
    /// The seconds in which a cache may serve it if the origin does not answer.
    package static let staleIfError = 86_400
    /// The seconds for which a refusal that a release may lift is fresh.
    package static let absenceFresh = 5

    /// The `Cache-Control` of editions.
    package static let edition =
        "public, max-age=\(fresh), stale-while-revalidate=\(staleWhileRevalidate), stale-if-error=\(staleIfError)"
    /// The `Cache-Control` of contents by their hash, which never change.
    package static let content = "public, max-age=31536000, immutable"
    /// The `Cache-Control` of refusals that a release may lift.
    package static let absence = "public, max-age=\(absenceFresh)"
    /// The `Cache-Control` of refused requests and of momentary states.
    package static let never = "no-store"
}
