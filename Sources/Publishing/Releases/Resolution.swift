/// The answer to one client's request for a feature, with the reason as a sentence.
package enum Resolution: Sendable, Hashable {
    case edition(Edition, rule: Rule, because: String)
    /// No rule applies: 404 `no-config-for-version`.
    case noConfig(because: String)
    /// The feature is switched off: 410 `switched-off`. `release` is the release that switched it off; in an answer for
    /// another time than now, the newest release of the feature at that time.
    case switchedOff(release: Int, because: String)
    /// The feature is unknown or was never published: 404 `feature-not-found`.
    case featureNotFound(because: String)
    /// The platform is unknown: 400 `unknown-platform`.
    case unknownPlatform(because: String)
}
