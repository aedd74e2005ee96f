/// A request to serve a former state again.
package struct RollbackRequest: Sendable, Hashable {
    package var target: RollbackTarget
    /// The release that the person saw: for one feature its live release (0 for none), otherwise the newest release of
    /// all; nil skips the comparison.
    package var expectedRelease: Int?
    package var reason: String
    /// A key that makes retries safe; see `PublishRequest`.
    package var idempotencyKey: String?

    package init(
        _ target: RollbackTarget, expectedRelease: Int? = nil, reason: String, idempotencyKey: String? = nil
    ) {
        self.target = target
        self.expectedRelease = expectedRelease
        self.reason = reason
        self.idempotencyKey = idempotencyKey
    }

    package init(
        feature: String, toRelease: Int, expectedRelease: Int? = nil, reason: String, idempotencyKey: String? = nil
    ) {
        self.init(
            .feature(feature, afterRelease: toRelease), expectedRelease: expectedRelease, reason: reason,
            idempotencyKey: idempotencyKey)
    }
}
