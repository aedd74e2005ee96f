import CSodium

/// Unpredictable bytes from the system.
package enum Random {
    package static func bytes(_ count: Int) -> [UInt8] {
        Sodium.prepare()
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, bytes.count)
        return bytes
    }

    /// Returns a 256-bit secret as 43 characters of base64url, for sessions, forms and keys.
    package static func token() -> String { Base64URL.encode(bytes(32)) }
}
