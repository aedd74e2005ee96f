import CSodium

/// Encodes bytes as two hexadecimal digits each, and decodes them (RFC 4648, section 8).
package enum Hexadecimal {
    /// Returns two lower-case digits for each byte.
    package static func encode(_ bytes: [UInt8]) -> String {
        // One byte more for the terminating zero.
        let length = 2 * bytes.count + 1
        var text = [CChar](repeating: 0, count: length)
        sodium_bin2hex(&text, length, bytes, bytes.count)
        return String(decoding: text.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Decodes digits of either case; nil for any other character and for an odd number of digits.
    package static func decode(_ text: String) -> [UInt8]? {
        let digits = text.utf8.map(CChar.init(bitPattern:))
        let length = digits.count / 2
        var bytes = [UInt8](repeating: 0, count: length)
        guard sodium_hex2bin(&bytes, length, digits, digits.count, nil, nil, nil) == 0 else { return nil }
        return bytes
    }
}
