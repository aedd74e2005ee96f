/// The wish to serve again what was served before.
package struct RollbackRequest: Sendable, Hashable {
    package var target: RollbackTarget
    /// For one feature its live release as the person saw it (0 for none), otherwise the newest release of all; nil does
    /// not compare.
    package var expectedRelease: Int?
    package var reason: String
    package var dryRun: Bool
    /// As in `PublishRequest`.
    package var idempotencyKey: String?

    package init(
        _ target: RollbackTarget, expectedRelease: Int? = nil, reason: String, dryRun: Bool = false,
        idempotencyKey: String? = nil
    ) {
        self.target = target
        self.expectedRelease = expectedRelease
        self.reason = reason
        self.dryRun = dryRun
        self.idempotencyKey = idempotencyKey
    }

    package init(
        feature: String, toRelease: Int, expectedRelease: Int? = nil, reason: String, dryRun: Bool = false,
        idempotencyKey: String? = nil
    ) {
        self.init(
            .feature(feature, afterRelease: toRelease), expectedRelease: expectedRelease, reason: reason,
            dryRun: dryRun, idempotencyKey: idempotencyKey)
    }
}
