/// The email formats: mailboxes of RFC 5321, section 4.1.2, and international ones of RFC 6531.
struct EmailFormat {
    let isInternational: Bool

    func accepts(_ text: [UInt8]) -> Bool {
        guard let at = text.lastIndex(of: 0x40) else { return false }
        return isLocalPart(text[..<at]) && isDomain(text[(at + 1)...])
    }

    private func isLocalPart(_ text: ArraySlice<UInt8>) -> Bool {
        if text.isEmpty || text.count > 64 { return false }
        if text.first == 0x22 { return isQuoted(text) }
        return text.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty && atom.allSatisfy(isAtomByte)
        }
    }

    private func isAtomByte(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || Self.atomMarks.contains(byte) || (isInternational && byte >= 0x80)
    }

    private static let atomMarks = Set("!#$%&'*+-/=?^_`{|}~".utf8)

    private func isQuoted(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count >= 2, text.last == 0x22 else { return false }
        var isEscaped = false
        for byte in text.dropFirst().dropLast() {
            guard (0x20...0x7E).contains(byte) || (isInternational && byte >= 0x80) else { return false }
            if isEscaped {
                isEscaped = false
            } else if byte == 0x5C {
                isEscaped = true
            } else if byte == 0x22 {
                return false
            }
        }
        return !isEscaped
    }

    private func isDomain(_ text: ArraySlice<UInt8>) -> Bool {
        if text.first == 0x5B && text.last == 0x5D && text.count > 2 {
            let literal = text.dropFirst().dropLast()
            if literal.starts(with: "IPv6:".utf8) { return AddressFormat.isIPv6(literal.dropFirst(5)) }
            return AddressFormat.isIPv4(literal)
        }
        if !isInternational || text.allSatisfy({ $0 < 0x80 }) { return HostnameFormat.acceptsASCII(Array(text)) }
        // Mail systems normalize names themselves, so only the shape of international domains is checked.
        return text.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty && label.first != 0x2D && label.last != 0x2D
                && label.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2D || $0 >= 0x80 }
        }
    }
}
