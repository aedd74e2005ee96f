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

    /// The JWK thumbprint of the public key (RFC 7638, RFC 8037 appendix A.3): 43 characters of base64url.
    package var id: String {
        Base64URL.encode(SHA256Digest(of: #"{"crv":"Ed25519","kty":"OKP","x":"\#(publicText)"}"#).bytes)
    }

    /// The public key in base64url without padding.
    package var publicText: String { Base64URL.encode(key.publicKey) }
}
