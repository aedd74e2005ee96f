/// Values of `Cache-Control` in the read API that do not depend on the cache times of a feature.
package enum CachePolicy {
    /// The `Cache-Control` of contents requested by their hash, which never change.
    package static let content = "public, max-age=31536000, immutable"
    /// The `Cache-Control` of answers that caches must not store, such as temporary errors and the release stream.
    package static let never = "no-store"
}
