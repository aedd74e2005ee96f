/// The cache lifetimes of the read API's answers that no feature determines.
package enum CachePolicy {
    /// The `Cache-Control` of contents by their hash, which never change.
    package static let content = "public, max-age=31536000, immutable"
    /// The `Cache-Control` of refused requests and of momentary states.
    package static let never = "no-store"
}
