import Cryptography
import Testing

@Suite("Digests and codes") struct DigestTests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ])
    func `SHA-256 gives the digests of FIPS 180-4`(text: String, hex: String) {
        #expect(SHA256Digest(of: text).hex == hex)
        #expect(SHA256Digest(hex: hex.uppercased()) == SHA256Digest(of: text))
    }

    @Test(arguments: ["", "ab", "zz", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b85"])
    func `a text without exactly 64 digits is not a digest`(hex: String) {
        #expect(SHA256Digest(hex: hex) == nil)
    }

    @Test func `authentication codes are those of RFC 4231`() {
        let short = authenticationCode(Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
        let long = authenticationCode(
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            key: [UInt8](repeating: 0xaa, count: 131))

        #expect(Hexadecimal.encode(short) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(Hexadecimal.encode(long) == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }

    @Test func `secrets are equal only when all bytes are`() {
        #expect(constantTimeEqual("secret", "secret"))
        #expect(constantTimeEqual("", ""))
        #expect(!constantTimeEqual("secret", "secre"))
        #expect(!constantTimeEqual("secret", "Secret"))
        // Two encodings of the same character are different secrets.
        #expect(!constantTimeEqual("\u{e9}", "e\u{301}"))
    }

    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("foobar", "Zm9vYmFy"),
    ])
    func `base64url is that of RFC 4648 without padding`(text: String, encoded: String) {
        #expect(Base64URL.encode(Array(text.utf8)) == encoded)
    }

    @Test func `base64url uses the characters that need no escape in a URL`() {
        #expect(Base64URL.encode([0xfb, 0xff, 0xbf]) == "-_-_")
    }

    @Test func `tokens have 43 characters and are all different`() {
        let tokens = (0..<100).map { _ in Random.token() }

        #expect(Set(tokens).count == 100)
        #expect(tokens.allSatisfy { $0.count == 43 })
    }
}
