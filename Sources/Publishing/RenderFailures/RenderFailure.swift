package import Foundation

/// A failure that apps report when they cannot show a revision of a feature, or a part of it.
package struct RenderFailure: Sendable, Hashable {
    /// The revision's number.
    package let revision: Int
    package let platform: String
    /// The JSON Pointer of the part that failed; empty for the whole document.
    package let pointer: String
    /// The reason, in the words of the app.
    package let reason: String
    /// The number of reports.
    package let count: Int
    /// The version of the client that reported the failure last.
    package let clientVersion: String
    package let lastAt: Date

    package init(
        revision: Int, platform: String, pointer: String, reason: String, count: Int, clientVersion: String,
        lastAt: Date
    ) {
        self.revision = revision
        self.platform = platform
        self.pointer = pointer
        self.reason = reason
        self.count = count
        self.clientVersion = clientVersion
        self.lastAt = lastAt
    }
}

/// One report of a failure.
package struct FailureReport: Sendable, Hashable {
    /// The maximum length of a pointer in bytes.
    private static let maximumPointerBytes = 500
    /// The maximum length of a reason in bytes.
    private static let maximumReasonBytes = 300
    /// The maximum length of a client version in bytes.
    private static let maximumVersionBytes = 100

    package let feature: String
    package let revision: Int
    package let platform: String
    package let clientVersion: String
    package let pointer: String
    package let reason: String

    /// Creates a report; long texts are cut.
    package init(
        feature: String, revision: Int, platform: String, clientVersion: String, pointer: String, reason: String
    ) {
        self.feature = feature
        self.revision = revision
        self.platform = platform
        self.clientVersion = clientVersion.storable.cut(toBytes: Self.maximumVersionBytes)
        self.pointer = pointer.storable.cut(toBytes: Self.maximumPointerBytes)
        self.reason = reason.storable.cut(toBytes: Self.maximumReasonBytes)
    }
}
