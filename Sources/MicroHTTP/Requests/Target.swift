/// The parts of a request target in origin form, a path and a query (RFC 9112, section 3.2.1), and the beginning of a
/// target in absolute form.
enum Target {
    private static let scheme = Array("http://".utf8)

    /// Returns the range of the host and port in a target in absolute form, such as `http://example.com/a` (RFC 9112,
    /// section 3.2.2). Nil for any other form or scheme, for a host or port that is not valid, and if there is a user
    /// name, which is an error (RFC 9110, section 4.2.4).
    static func authority(of target: [UInt8]) -> Range<Int>? {
        guard target.count > scheme.count, zip(target, scheme).allSatisfy({ $0 | 0x20 == $1 }) else { return nil }
        let end =
            target[scheme.count...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
            ?? target.endIndex
        guard Authority.isValid(target.span.extracting(scheme.count..<end)) else { return nil }
        return scheme.count..<end
    }

    /// Returns the part before the first question mark.
    static func path(of target: String) -> String {
        String(target.prefix { $0 != "?" })
    }

    /// Returns the part after the first question mark; empty if there is none.
    static func query(of target: String) -> Substring {
        target.drop { $0 != "?" }.dropFirst()
    }
}
