import Foundation

/// Decides on the complete header fields of a request whether it may go on.
///
/// Everything refused here makes a message whose end, host or meaning two programs could see differently
/// (RFC 9112, section 11.2), or is larger than the listener allows.
struct RequestGuard {
    let configuration: ListenerConfiguration

    /// Why the request is refused, or nil.
    ///
    /// `target`: The raw target.
    /// `isBodyAllowed`: Whether the method may carry a body here.
    func refusal(
        of block: HeaderBlock, size: Int, target: [UInt8], version: UnsafePointer<CChar>,
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

    /// Visible ASCII only, no more arguments than allowed, whole escapes in the path, and nowhere an encoded NUL.
    private func isWellFormed(_ target: [UInt8]) -> Bool {
        var arguments = 1
        var isPath = true
        for (index, byte) in target.enumerated() {
            guard byte > 0x20, byte < 0x7F else { return false }
            switch byte {
            case UInt8(ascii: "?"): isPath = false
            case UInt8(ascii: "&"): arguments += 1
            case UInt8(ascii: "%"):
                let escape = PercentCoding.byte(escapedAt: index, in: target)
                if escape == 0 || escape == nil && isPath { return false }
            default: break
            }
        }
        return arguments <= configuration.argumentLimit
    }
}
