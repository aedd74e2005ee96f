/// The formats of IP addresses.
enum AddressFormat {
    /// Returns true for four decimal octets without leading zeros (RFC 2673, section 3.2).
    static func isIPv4(_ text: ArraySlice<UInt8>) -> Bool {
        let parts = text.split(separator: 0x2E, omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                guard let number = ASCII.number(part), part.count <= 3 else { return false }
                return number <= 255 && (part.count == 1 || part.first != 0x30)
            }
    }

    /// Returns true for eight groups, where `::` may replace some and an IPv4 address the last two (RFC 4291, section
    /// 2.2).
    static func isIPv6(_ text: ArraySlice<UInt8>) -> Bool {
        var groups = text.split(separator: 0x3A, omittingEmptySubsequences: false)
        guard groups.count >= 3 else { return false }
        var count = 0
        if let last = groups.last, last.contains(0x2E) {
            guard isIPv4(last) else { return false }
            groups[groups.count - 1] = ArraySlice([0x30])
            count = 1
        }
        // A `::` at the start or end leaves two empty groups there; one of them only marks the edge of the text.
        if groups[0].isEmpty {
            guard groups[1].isEmpty else { return false }
            groups.removeFirst()
        }
        if let last = groups.last, last.isEmpty, groups.count > 1 {
            guard groups[groups.count - 2].isEmpty else { return false }
            groups.removeLast()
        }
        let gaps = groups.count { $0.isEmpty }
        count += groups.count - gaps
        let areGroups = groups.allSatisfy { $0.count <= 4 && $0.allSatisfy(ASCII.isHexadecimal) }
        return areGroups && (gaps == 0 ? count == 8 : gaps == 1 && count <= 7)
    }
}
