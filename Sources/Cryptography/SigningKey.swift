import CSodium

/// A private key for Ed25519 signatures (RFC 8032), with its public key.
package struct SigningKey: Sendable, Hashable {
    /// The length of a seed, in bytes.
    package static let seedLength = Int(crypto_sign_SEEDBYTES)

    /// The private key: 32 secret bytes.
    package let seed: [UInt8]
    /// The public key: 32 bytes.
    package let publicKey: [UInt8]
    /// The private key in the form that libsodium signs with.
    private let expanded: [UInt8]

    /// Creates the key of a seed; nil unless the seed has 32 bytes.
    package init?(seed: [UInt8]) {
        guard seed.count == Self.seedLength else { return nil }
        Sodium.prepare()
        var publicKey = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
        var expanded = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
        guard crypto_sign_seed_keypair(&publicKey, &expanded, seed) == 0 else { return nil }
        self.seed = seed
        self.publicKey = publicKey
        self.expanded = expanded
    }

    /// Returns the signature of a message: 64 bytes, always the same for the same message.
    package func signature(of message: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: Int(crypto_sign_BYTES))
        crypto_sign_detached(&signature, nil, message, UInt64(message.count), expanded)
        return signature
    }

    /// Returns true if a signature of a message was computed with the private key that belongs to a public key.
    package static func isSignature(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
        guard signature.count == Int(crypto_sign_BYTES), publicKey.count == Int(crypto_sign_PUBLICKEYBYTES) else {
            return false
        }
        Sodium.prepare()
        return crypto_sign_verify_detached(signature, message, UInt64(message.count), publicKey) == 0
    }
}
