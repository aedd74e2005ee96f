package import Cryptography
package import Foundation

/// An Ed25519 key with which nodes sign what they serve.
package struct SignatureKey: Sendable, Hashable {
    package let key: SigningKey
    package let createdAt: Date

    package init(key: SigningKey, createdAt: Date) {
        self.key = key
        self.createdAt = createdAt
    }

    /// Creates a random key; nil if the library cannot make one from random bytes.
    ///
    /// Its id does not begin with a hyphen, because people write ids at the command line, which takes a word with a
    /// hyphen for an option.
    package static func random(at time: Date) -> SignatureKey? {
        while let key = SigningKey(seed: Random.bytes(SigningKey.seedLength)) {
            let made = SignatureKey(key: key, createdAt: time)
            if !made.id.hasPrefix("-") { return made }
        }
        return nil
    }

    /// The JWK thumbprint of the public key (RFC 7638, RFC 8037 appendix A.3): 43 characters of base64url.
    package var id: String {
        Base64URL.encode(SHA256Digest(of: #"{"crv":"Ed25519","kty":"OKP","x":"\#(publicText)"}"#).bytes)
    }

    /// The public key in base64url without padding.
    package var publicText: String { Base64URL.encode(key.publicKey) }
}
