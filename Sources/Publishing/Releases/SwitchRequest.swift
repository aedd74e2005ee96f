/// A request to switch a feature off, or on again with its existing rules, on one platform or all.
package struct SwitchRequest: Sendable, Hashable {
    package var feature: String
    /// The platform; nil for all.
    package var platform: String?
    /// The feature's live release that the person saw; see `PublishRequest`.
    package var expectedRelease: Int?
    package var reason: String
    /// A key that makes retries safe; see `PublishRequest`.
    package var idempotencyKey: String?

    package init(
        feature: String, platform: String? = nil, expectedRelease: Int? = nil, reason: String,
        idempotencyKey: String? = nil
    ) {
        self.feature = feature
        self.platform = platform
        self.expectedRelease = expectedRelease
        self.reason = reason
        self.idempotencyKey = idempotencyKey
    }
}
