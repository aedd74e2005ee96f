import Foundation
import GalleyClient
import Testing

/// The keys of a JWK set in the client library.
@Suite("Keys in the client library") struct PublicKeyTests {
    @Test func `keys of another type, with a wrong length or without an id are ignored`() throws {
        let bytes = Data(repeating: 7, count: 32)
        let text = bytes.base64EncodedString().replacing("=", with: "")
        let set = """
            {"keys": [{"kty": "RSA", "n": "AQAB", "e": "AQAB", "kid": "rsa"},
                {"kty": "OKP", "crv": "Ed25519", "x": "\(text)", "kid": "current"},
                {"kty": "OKP", "crv": "Ed25519", "x": "AAAA", "kid": "short"},
                {"kty": "OKP", "crv": "Ed25519", "x": "\(text)"}]}
            """
        #expect(try PublicKey.keys(in: Data(set.utf8)) == [PublicKey(id: "current", bytes: bytes)])
        #expect(throws: DecodingError.self) { try PublicKey.keys(in: Data("{}".utf8)) }
    }
}
