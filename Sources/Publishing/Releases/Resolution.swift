/// The answer to one client's request for a feature, with the reason as a sentence.
package enum Resolution: Sendable, Hashable {
    case edition(Edition, rule: Rule, because: String)
    /// No rule applies: 404 `no-config-for-version`.
    case noConfig(because: String)
    /// The feature has been switched off since this release: 410 `switched-off`.
    case switchedOff(release: Int, because: String)
    /// The feature is unknown or was never published: 404 `feature-not-found`.
    case featureNotFound(because: String)
    /// The platform is unknown: 400 `unknown-platform`.
    case unknownPlatform(because: String)
}
