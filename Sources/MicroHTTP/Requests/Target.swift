/// The parts of a request target in origin form, a path and a query (RFC 9112, section 3.2.1), and the beginning of one in
/// absolute form.
enum Target {
    private static let scheme = Array("http://".utf8)

    /// Returns the range of the host and port in a target in absolute form, such as `http://example.com/a` (RFC 9112,
    /// section 3.2.2). Nil for any other form, for a host or port that is not valid, and if there is a user name, which
    /// is an error (RFC 9110, section 4.2.4).
    static func authority(of target: [UInt8]) -> Range<Int>? {
        guard target.count > scheme.count, zip(target, scheme).allSatisfy({ $0 | 0x20 == $1 }) else { return nil }
        let end =
            target[scheme.count...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
            ?? target.endIndex
        guard isHostAndPort(target[scheme.count..<end], of: target) else { return nil }
        return scheme.count..<end
    }

    /// Returns true for a host with or without a port (RFC 3986, section 3.2). An IPv6 address stands in brackets; an
    /// address of a later version is refused, because there is none.
    private static func isHostAndPort(_ text: ArraySlice<UInt8>, of target: [UInt8]) -> Bool {
        guard text.first == UInt8(ascii: "[") else {
            let host = text.prefix { $0 != UInt8(ascii: ":") }
            return isName(host, of: target) && isPort(text.dropFirst(host.count))
        }
        guard let end = text.firstIndex(of: UInt8(ascii: "]")) else { return false }
        let address = String(decoding: text[text.startIndex..<end].dropFirst(), as: UTF8.self)
        return address.contains(":") && IPAddress(address) != nil && isPort(text[end...].dropFirst())
    }

    /// Returns true for a name or an IPv4 address: unreserved characters, delimiters without a meaning here, and escapes.
    private static func isName(_ host: ArraySlice<UInt8>, of target: [UInt8]) -> Bool {
        !host.isEmpty
            && host.indices.allSatisfy { place in
                switch target[place] {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "~"), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: ","),
                    UInt8(ascii: ";"), UInt8(ascii: "="):
                    true
                case UInt8(ascii: "%"): PercentCoding.byte(escapedAt: place, in: target) ?? 0 != 0
                default: false
                }
            }
    }

    /// Returns true for an empty text, or for a colon and an optional port (RFC 3986, section 3.2.3).
    private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
        guard let colon = text.first else { return true }
        let port = String(decoding: text.dropFirst(), as: UTF8.self)
        guard colon == UInt8(ascii: ":") else { return false }
        return port.isEmpty
            || port.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } && UInt16(port) != nil
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
