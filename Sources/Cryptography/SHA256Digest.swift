import CSodium

/// The SHA-256 digest of some bytes (FIPS 180-4).
package struct SHA256Digest: Sendable, Hashable {
    /// The digest, 32 bytes.
    package let bytes: [UInt8]

    package init(of bytes: [UInt8]) {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        self.bytes = digest
    }

    /// Creates the digest of a text's UTF-8.
    package init(of text: String) { self.init(of: Array(text.utf8)) }

    /// Creates a digest from its 32 bytes; nil for another length.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Int(crypto_hash_sha256_BYTES) else { return nil }
        self.bytes = bytes
    }

    /// Creates a digest from 64 hexadecimal digits of either case; nil for anything else.
    package init?(hex: String) {
        guard let bytes = Hexadecimal.decode(hex) else { return nil }
        self.init(bytes: bytes)
    }

    /// The digest as 64 lower-case hexadecimal digits.
    package var hex: String { Hexadecimal.encode(bytes) }
}

extension SHA256Digest: CustomStringConvertible {
    package var description: String { hex }
}
