import Foundation

/// Decides from the complete header fields whether a request is accepted.
///
/// It refuses messages whose end, host or meaning two programs could interpret differently (RFC 9112, section 11.2),
/// and those that exceed the listener's limits.
struct RequestGuard {
    let configuration: ListenerConfiguration

    /// Returns the reason to refuse the request, or nil.
    ///
    /// `target`: The raw target.
    /// `isBodyAllowed`: False to refuse a request with a body.
    func refusal(
        of block: borrowing HeaderBlock, size: Int, target: [UInt8], version: UnsafePointer<CChar>,
        isBodyAllowed: Bool
    ) -> Refusal? {
        guard target.count <= configuration.targetLimit else { return .targetTooLong }
        guard strcmp(version, "HTTP/1.1") == 0 || strcmp(version, "HTTP/1.0") == 0 else { return .versionNotSupported }
        guard block.fieldCount <= configuration.fieldCountLimit, size <= configuration.headerLimit else {
            return .headersTooLarge
        }
        guard block.isWellFormed, isWellFormed(target) else { return .badRequest }
        let isHTTP10 = strcmp(version, "HTTP/1.0") == 0
        guard block.hostCount == 1 || isHTTP10 && block.hostCount == 0 else { return .badRequest }
        guard block.contentLengths <= 1, block.transferEncodings <= 1 else { return .badRequest }
        if block.transferEncodings == 1 {
            guard block.contentLengths == 0, block.isChunked, !isHTTP10 else { return .badRequest }
        }
        let hasBody = block.transferEncodings > 0 || block.contentLength > 0
        guard isBodyAllowed || !hasBody else { return .badRequest }
        guard !block.expectsUnknown else { return .unexpectedExpectation }
        return nil
    }

    /// Returns true for a target of visible ASCII with valid escapes in the path, no encoded NUL, and no more arguments
    /// than allowed.
    private func isWellFormed(_ target: [UInt8]) -> Bool {
        // A loop without branches and overflow checks can be vectorized. The count cannot overflow, because `refusal` has
        // refused targets longer than the limit of a few KiB.
        var (isInvisible, hasEscape, arguments): (UInt8, UInt8, UInt16) = (0, 0, 1)
        for byte in target {
            isInvisible |= byte &- 0x21 > 0x7E - 0x21 ? 1 : 0
            hasEscape |= byte == UInt8(ascii: "%") ? 1 : 0
            arguments &+= byte == UInt8(ascii: "&") ? 1 : 0
        }
        guard isInvisible == 0, arguments <= configuration.argumentLimit else { return false }
        return hasEscape == 0 || hasValidEscapes(target)
    }

    private func hasValidEscapes(_ target: [UInt8]) -> Bool {
        var isPath = true
        for (index, byte) in target.enumerated() {
            if byte == UInt8(ascii: "?") { isPath = false }
            guard byte == UInt8(ascii: "%") else { continue }
            let escape = PercentCoding.byte(escapedAt: index, in: target.span)
            if escape == 0 || escape == nil && isPath { return false }
        }
        return true
    }
}
