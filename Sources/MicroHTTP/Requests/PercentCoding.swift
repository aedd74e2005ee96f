/// Percent-encoding of URI components (RFC 3986, section 2.1).
package enum PercentCoding {
    /// Decodes `bytes` leniently; a malformed escape stays as it is, invalid UTF-8 becomes U+FFFD. With `plusIsSpace`,
    /// `+` is decoded as a space.
    package static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> String {
        decoding(bytes, plusIsSpace: plusIsSpace).text
    }

    /// Decodes `bytes` like `decode`; also returns false if an escape or the UTF-8 is malformed.
    static func decoding(
        _ bytes: some Collection<UInt8>, plusIsSpace: Bool
    ) -> (text: String, isWellFormed: Bool) {
        let decoded = decodedBytes(bytes, plusIsSpace: plusIsSpace)
        guard let text = String(validating: decoded.bytes, as: UTF8.self) else {
            return (String(decoding: decoded.bytes, as: UTF8.self), false)
        }
        return (text, decoded.isWellFormed)
    }

    /// Decodes `bytes`; nil if an escape or the UTF-8 is malformed or a NUL is encoded.
    package static func strictlyDecode(_ bytes: some Collection<UInt8>) -> String? {
        let decoded = decodedBytes(bytes, plusIsSpace: false)
        guard decoded.isWellFormed, !decoded.bytes.contains(0) else { return nil }
        return String(validating: decoded.bytes, as: UTF8.self)
    }

    /// Returns the byte of the escape at an index; nil if it is malformed.
    static func byte(escapedAt index: Int, in bytes: Span<UInt8>) -> UInt8? {
        guard index + 2 < bytes.count, let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2]) else {
            return nil
        }
        return high << 4 | low
    }

    /// Escapes every byte except the unreserved ones of RFC 3986.
    package static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static let hexadecimal = Array("0123456789ABCDEF".utf8)

    private static func decodedBytes(
        _ bytes: some Collection<UInt8>, plusIsSpace: Bool
    ) -> (bytes: [UInt8], isWellFormed: Bool) {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var isWellFormed = true
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                if let high = rest.first.flatMap(digit), let low = rest.dropFirst().first.flatMap(digit) {
                    result.append(high << 4 | low)
                    rest = rest.dropFirst(2)
                    continue
                }
                isWellFormed = false
            }
            result.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        }
        return (result, isWellFormed)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
