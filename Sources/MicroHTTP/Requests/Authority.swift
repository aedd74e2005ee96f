/// The host and port in a target in absolute form or in the field Host (RFC 3986, section 3.2).
enum Authority {
    /// Returns true for a host with or without a port. An IPv6 address stands in brackets; an address of a later
    /// version of IP is refused, because none exists. A user name is refused too (RFC 9110, section 4.2.4).
    static func isValid(_ text: Span<UInt8>) -> Bool {
        guard !text.isEmpty, text[0] == UInt8(ascii: "[") else {
            guard let end = endOfName(in: text), end > 0 else { return false }
            return isPort(text, from: end)
        }
        guard let end = text.indices.first(where: { text[$0] == UInt8(ascii: "]") }) else { return false }
        let address = String(decoding: (1..<end).map { text[$0] }, as: UTF8.self)
        return address.contains(":") && IPAddress(address) != nil && isPort(text, from: end + 1)
    }

    /// Returns the end of the name or IPv4 address that a text begins with: unreserved characters, delimiters without a
    /// meaning here, and escapes. Nil if it contains anything else before a colon.
    private static func endOfName(in text: Span<UInt8>) -> Int? {
        for place in text.indices {
            switch text[place] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: ","),
                UInt8(ascii: ";"), UInt8(ascii: "="):
                continue
            case UInt8(ascii: ":"): return place
            case UInt8(ascii: "%"):
                guard let byte = PercentCoding.byte(escapedAt: place, in: text), byte != 0 else { return nil }
            default: return nil
            }
        }
        return text.count
    }

    /// Returns true if the text ends at an index, or goes on with a colon and a port; the port may be missing (RFC
    /// 3986, section 3.2.3).
    private static func isPort(_ text: Span<UInt8>, from start: Int) -> Bool {
        guard start < text.count else { return true }
        guard text[start] == UInt8(ascii: ":") else { return false }
        var port = 0
        for place in start + 1..<text.count {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[place]) else { return false }
            port = port * 10 + Int(text[place] - UInt8(ascii: "0"))
            guard port <= highestPort else { return false }
        }
        return true
    }

    private static let highestPort = 65_535
}
