import Cryptography
import Foundation
import Testing

@Suite("Signing keys") struct SigningKeyTests {
    @Test(arguments: [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595b"
                + "be24655141438e7a100b"
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb430"
                + "2aeeb00d291612bb0c00"
        ),
    ])
    func `signatures are those of RFC 8032`(seed: String, publicKey: String, message: String, signature: String) throws
    {
        let key = try #require(Hexadecimal.decode(seed).flatMap(SigningKey.init))
        let text = try #require(Hexadecimal.decode(message))
        #expect(Hexadecimal.encode(key.publicKey) == publicKey)
        #expect(Hexadecimal.encode(key.signature(of: text)) == signature)
    }

    @Test func `the signature of the example in RFC 9421, appendix B.2.6, is computed and accepted`() throws {
        let seed = try #require(Data(base64Encoded: "n4Ni+HpISpVObnQMW0wOhCKROaIKqKtW/2ZYb2p9KcU="))
        let key = try #require(SigningKey(seed: Array(seed)))
        let base = """
            "date": Tue, 20 Apr 2021 02:07:55 GMT
            "@method": POST
            "@path": /foo
            "@authority": example.com
            "content-type": application/json
            "content-length": 18
            "@signature-params": ("date" "@method" "@path" "@authority" "content-type" "content-length")\
            ;created=1618884473;keyid="test-key-ed25519"
            """
        let signature = key.signature(of: Array(base.utf8))
        #expect(
            Data(signature).base64EncodedString()
                == "wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==")
        #expect(SigningKey.isSignature(signature, of: Array(base.utf8), publicKey: key.publicKey))
        #expect(!SigningKey.isSignature(signature, of: Array((base + " ").utf8), publicKey: key.publicKey))
        #expect(!SigningKey.isSignature(Array(signature.dropLast()), of: Array(base.utf8), publicKey: key.publicKey))
    }

    @Test(arguments: [0, 31, 33]) func `a seed of another length is refused`(length: Int) {
        #expect(SigningKey(seed: [UInt8](repeating: 7, count: length)) == nil)
    }
}
