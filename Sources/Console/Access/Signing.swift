import Cryptography

/// Codes that only this installation can make: for forms, and for addresses that open a preview.
struct Signing: Sendable {
    private let key: SigningKey

    /// Signs with a secret key of any length.
    init(key: SigningKey) {
        self.key = key
    }

    /// Fetches the key if that was not done yet; until then nothing is signed, and no code is accepted.
    func prepare() throws { _ = try key.bytes() }

    /// The code of a text for one purpose; codes for other purposes differ.
    func code(for purpose: String, _ text: String) -> String {
        guard let key = try? key.bytes() else { return "" }
        return Base64URL.encode(authenticationCode(Array("\(purpose)\n\(text)".utf8), key: key))
    }

    /// Whether a code was made here for this purpose and text.
    func accepts(_ code: String, for purpose: String, _ text: String) -> Bool {
        !code.isEmpty && constantTimeEqual(code, self.code(for: purpose, text))
    }
}
