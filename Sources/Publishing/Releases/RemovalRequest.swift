package import SchemaRepository

/// A request to remove the rules that start at a version, so that the next rules in order of precedence apply.
package struct RemovalRequest: Sendable, Hashable {
    package var feature: String
    package var platform: String
    package var from: ClientVersion
    /// The revision whose rules are removed, if several rules start at the version; nil for all of them.
    package var revision: Int?
    /// The feature's live release that the person saw; see `PublishRequest`.
    package var expectedRelease: Int?
    package var reason: String
    /// A key that makes retries safe; see `PublishRequest`.
    package var idempotencyKey: String?

    package init(
        feature: String, platform: String, from: ClientVersion, revision: Int? = nil, expectedRelease: Int? = nil,
        reason: String = "", idempotencyKey: String? = nil
    ) {
        self.feature = feature
        self.platform = platform
        self.from = from
        self.revision = revision
        self.expectedRelease = expectedRelease
        self.reason = reason
        self.idempotencyKey = idempotencyKey
    }
}
