/// The wish that a feature answers again on one platform, or on all that are switched off, by the rules it has.
package struct SwitchOnRequest: Sendable, Hashable {
    package var feature: String
    /// Nil for all.
    package var platform: String?
    /// As in `PublishRequest`.
    package var expectedRelease: Int?
    package var reason: String
    package var dryRun: Bool
    /// As in `PublishRequest`.
    package var idempotencyKey: String?

    package init(
        feature: String, platform: String? = nil, expectedRelease: Int? = nil, reason: String, dryRun: Bool = false,
        idempotencyKey: String? = nil
    ) {
        self.feature = feature
        self.platform = platform
        self.expectedRelease = expectedRelease
        self.reason = reason
        self.dryRun = dryRun
        self.idempotencyKey = idempotencyKey
    }
}
