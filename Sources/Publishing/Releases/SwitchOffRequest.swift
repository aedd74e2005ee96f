/// The wish that a feature answers 410 on one platform or all, until it is published again or rolled back.
package struct SwitchOffRequest: Sendable, Hashable {
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
