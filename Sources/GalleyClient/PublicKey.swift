public import Foundation

/// A public key that verifies the signatures of a Galley installation, as `/v1/keys` lists it.
public struct PublicKey: Sendable, Hashable {
    /// The key's id.
    public let id: String
    /// The Ed25519 public key: 32 bytes.
    public let bytes: Data

    public init(id: String, bytes: Data) {
        self.id = id
        self.bytes = bytes
    }

    /// Parses a JWK set (RFC 7517); keys that are not Ed25519 keys or have no `kid` are ignored.
    ///
    /// - Throws: `DecodingError` if it is not a JWK set.
    public static func keys(in set: Data) throws -> [PublicKey] {
        try JSONDecoder().decode(KeySet.self, from: set).keys.compactMap { key in
            guard key.kty == "OKP", key.crv == "Ed25519", let id = key.kid,
                let bytes = key.x.flatMap({ Data(base64URL: $0) }), bytes.count == 32
            else { return nil }
            return PublicKey(id: id, bytes: bytes)
        }
    }

    private struct KeySet: Decodable {
        let keys: [Key]
    }

    private struct Key: Decodable {
        let kty: String
        // Keys of other types, such as RSA, lack these members; `kid` is optional.
        let crv: String?
        let x: String?
        let kid: String?
    }
}

extension Data {
    /// Decodes base64url without padding (RFC 4648, section 5).
    fileprivate init?(base64URL text: String) {
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        self.init(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
    }
}
