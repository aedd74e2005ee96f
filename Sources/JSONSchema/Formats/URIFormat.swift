/// The formats of URIs (RFC 3986) and IRIs (RFC 3987), checked by their grammar.
struct URIFormat {
    let isInternational: Bool

    /// Returns true for a URI with a scheme.
    func acceptsAbsolute(_ text: [UInt8]) -> Bool {
        guard let colon = text.firstIndex(of: 0x3A), isScheme(text[..<colon]) else { return false }
        return acceptsRest(text[(colon + 1)...])
    }

    /// Returns true for a URI or a relative reference.
    func acceptsReference(_ text: [UInt8]) -> Bool {
        if acceptsAbsolute(text) { return true }
        let first = text.prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
        return !first.contains(0x3A) && acceptsRest(text[...])
    }

    private func isScheme(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, ASCII.isLetter(first) else { return false }
        return text.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
    }

    private func acceptsRest(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text
        if let hash = rest.firstIndex(of: 0x23) {
            guard consists(rest[(hash + 1)...], marks: Self.queryMarks) else { return false }
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: 0x3F) {
            guard consists(rest[(mark + 1)...], marks: Self.queryMarks) else { return false }
            rest = rest[..<mark]
        }
        if rest.starts(with: [0x2F, 0x2F]) {
            let authority = rest.dropFirst(2).prefix { $0 != 0x2F }
            guard isAuthority(authority) else { return false }
            rest = rest.dropFirst(2 + authority.count)
        }
        return consists(rest, marks: Self.pathMarks)
    }

    private func isAuthority(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text
        if let at = rest.firstIndex(of: 0x40) {
            guard consists(rest[..<at], marks: Self.userMarks) else { return false }
            rest = rest[(at + 1)...]
        }
        if rest.first == 0x5B {
            guard let end = rest.firstIndex(of: 0x5D), isLiteral(rest[..<end].dropFirst()) else { return false }
            rest = rest[(end + 1)...]
            return rest.isEmpty || (rest.first == 0x3A && rest.dropFirst().allSatisfy(ASCII.isDigit))
        }
        let host = rest.prefix { $0 != 0x3A }
        return consists(host, marks: Self.hostMarks) && rest.dropFirst(host.count + 1).allSatisfy(ASCII.isDigit)
    }

    /// Returns true for the content of square brackets in a host: an IPv6 address, or an address of a later
    /// version of IP, such as `v7.a`.
    private func isLiteral(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, first | 0x20 == 0x76 else { return AddressFormat.isIPv6(text) }
        let version = text.dropFirst().prefix(while: ASCII.isHexadecimal)
        let rest = text.dropFirst(1 + version.count)
        return !version.isEmpty && rest.first == 0x2E && rest.count > 1
            && rest.dropFirst().allSatisfy { ASCII.isAlphanumeric($0) || Self.userMarks.contains($0) }
    }

    private static let hostMarks = Set("-._~!$&'()*+,;=".utf8)
    private static let userMarks = hostMarks.union(":".utf8)
    private static let pathMarks = userMarks.union("@/".utf8)
    private static let queryMarks = pathMarks.union("?".utf8)

    private func consists(_ text: ArraySlice<UInt8>, marks: Set<UInt8>) -> Bool {
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            if byte == 0x25 {
                guard index + 2 < text.endIndex, ASCII.isHexadecimal(text[index + 1]),
                    ASCII.isHexadecimal(text[index + 2])
                else { return false }
                index += 3
                continue
            }
            guard ASCII.isAlphanumeric(byte) || marks.contains(byte) || (isInternational && byte >= 0x80) else {
                return false
            }
            index += 1
        }
        return true
    }
}
