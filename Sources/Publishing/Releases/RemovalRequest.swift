package import SchemaRepository

/// The wish to take away the rule that starts at a version, so that the next lower one answers.
package struct RemovalRequest: Sendable, Hashable {
    package var feature: String
    package var platform: String
    package var from: ClientVersion
    /// As in `PublishRequest`.
    package var expectedRelease: Int?
    package var reason: String
    package var dryRun: Bool
    /// As in `PublishRequest`.
    package var idempotencyKey: String?

    package init(
        feature: String, platform: String, from: ClientVersion, expectedRelease: Int? = nil, reason: String = "",
        dryRun: Bool = false, idempotencyKey: String? = nil
    ) {
        self.feature = feature
        self.platform = platform
        self.from = from
        self.expectedRelease = expectedRelease
        self.reason = reason
        self.dryRun = dryRun
        self.idempotencyKey = idempotencyKey
    }
}
