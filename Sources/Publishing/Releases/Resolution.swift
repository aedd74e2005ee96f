/// What one client gets for one feature, and why. Each reason is a sentence.
package enum Resolution: Sendable, Hashable {
    case edition(Edition, rule: Rule, because: String)
    /// No rule answers: 404 `no-config-for-version`.
    case noConfig(because: String)
    /// 410 `switched-off`; the release that did it.
    case switchedOff(release: Int, because: String)
    /// Unknown, or never published: 404 `feature-not-found`.
    case featureNotFound(because: String)
    /// 400 `unknown-platform`.
    case unknownPlatform(because: String)
}
