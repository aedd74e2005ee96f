import CSodium

/// The system's source of unpredictable bytes.
package enum Random {
    /// Returns `count` unpredictable bytes.
    package static func bytes(_ count: Int) -> [UInt8] {
        Sodium.prepare()
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, bytes.count)
        return bytes
    }

    /// Returns a 256-bit secret as 43 characters of base64url, for example for a session or an API token.
    package static func token() -> String { Base64URL.encode(bytes(32)) }
}
