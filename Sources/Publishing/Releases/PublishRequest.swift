package import SchemaRepository

/// A request to serve a revision to a range of client versions on one platform.
///
/// It adds the rule that starts at `from`, or replaces it, and keeps the others.
package struct PublishRequest: Sendable, Hashable {
    package var feature: String
    package var revision: Int
    package var platform: String
    package var from: ClientVersion
    package var until: ClientVersion?
    package var percent: RolloutPercent
    /// The live release that the person saw, 0 for none; nil skips the comparison.
    package var expectedRelease: Int?
    package var reason: String
    package var dryRun: Bool
    /// A key that makes retries safe: the same request with the same key returns the first release.
    package var idempotencyKey: String?
    /// True to publish even with fewer approvals than the policy requires; needs a reason, and the permission
    /// `breakGlass`, which the caller checks.
    package var breakGlass: Bool

    package init(
        feature: String, revision: Int, platform: String, from: ClientVersion, until: ClientVersion? = nil,
        percent: RolloutPercent = .everyone, expectedRelease: Int? = nil, reason: String = "", dryRun: Bool = false,
        idempotencyKey: String? = nil, breakGlass: Bool = false
    ) {
        self.feature = feature
        self.revision = revision
        self.platform = platform
        self.from = from
        self.until = until
        self.percent = percent
        self.expectedRelease = expectedRelease
        self.reason = reason
        self.dryRun = dryRun
        self.idempotencyKey = idempotencyKey
        self.breakGlass = breakGlass
    }
}
