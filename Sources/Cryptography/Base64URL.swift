import CSodium

/// Encodes bytes in base64url without padding (RFC 4648, section 5).
package enum Base64URL {
    /// Returns the text of some bytes; empty for none.
    package static func encode(_ bytes: [UInt8]) -> String {
        let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING
        // The length includes the terminating zero.
        let length = sodium_base64_encoded_len(bytes.count, variant)
        var text = [CChar](repeating: 0, count: length)
        sodium_bin2base64(&text, length, bytes, bytes.count, variant)
        return String(decoding: text.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
