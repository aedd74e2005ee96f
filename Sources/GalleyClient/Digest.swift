import Foundation

#if canImport(CryptoKit)
    import CryptoKit
#else
    import CSodium
#endif

/// Digests and signatures: from CryptoKit on Apple's platforms, from libsodium elsewhere.
enum Digest {
    /// Returns the SHA-256 of some bytes: 32 bytes.
    static func sha256(_ data: Data) -> Data {
        #if canImport(CryptoKit)
            return Data(SHA256.hash(data: data))
        #else
            var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
            let bytes = Array(data)
            crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
            return Data(digest)
        #endif
    }

    /// Returns true if an Ed25519 signature of a message was made with the private key of a public key.
    static func isSignature(_ signature: Data, of message: Data, by key: PublicKey) -> Bool {
        #if canImport(CryptoKit)
            return (try? Curve25519.Signing.PublicKey(rawRepresentation: key.bytes))?
                .isValidSignature(signature, for: message) ?? false
        #else
            guard signature.count == Int(crypto_sign_BYTES), key.bytes.count == Int(crypto_sign_PUBLICKEYBYTES) else {
                return false
            }
            let text = Array(message)
            return crypto_sign_verify_detached(Array(signature), text, UInt64(text.count), Array(key.bytes)) == 0
        #endif
    }
}

extension Data {
    /// Two lower-case hexadecimal digits for each byte.
    var hexadecimal: String {
        map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
