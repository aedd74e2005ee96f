/// The bytes of a body that several prepared responses share; freed with the last of them.
package final class PreparedBody: @unchecked Sendable {
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    /// The share of a budget that the body uses until it has been sent for the last time; nil without a budget.
    package let share: BodyBudget.Share?

    /// Copies the bytes of a body, which may have a share of a budget.
    package init(_ body: [UInt8], share: BodyBudget.Share? = nil) {
        self.share = share
        bytes = .allocate(capacity: body.count)
        _ = bytes.initialize(from: body)
    }

    deinit { bytes.deallocate() }

    /// The number of bytes.
    package var count: Int { bytes.count }

    /// A copy of the bytes.
    package var copy: [UInt8] { Array(bytes) }

    /// The first byte, for libmicrohttpd, which only reads it; nil for an empty body.
    var start: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bytes.baseAddress) }
}
