import Cryptography

/// Codes that only this installation can create: for forms, and for addresses that open a preview.
struct Signing: Sendable {
    private let key: SharedKey

    /// Creates a signer with a secret key.
    init(key: SharedKey) {
        self.key = key
    }

    /// Loads the key if necessary; until then nothing is signed and every code is refused.
    func prepare() throws { _ = try key.bytes() }

    /// Returns the code of a text for one purpose; codes for other purposes differ.
    func code(for purpose: String, _ text: String) -> String {
        guard let key = try? key.bytes() else { return "" }
        return Base64URL.encode(authenticationCode(Array("\(purpose)\n\(text)".utf8), key: key))
    }

    /// Returns true if a code was created by this installation for this purpose and text.
    func accepts(_ code: String, for purpose: String, _ text: String) -> Bool {
        !code.isEmpty && constantTimeEqual(code, self.code(for: purpose, text))
    }
}
