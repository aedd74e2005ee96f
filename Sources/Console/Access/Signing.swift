import Cryptography

/// Creates and checks message authentication codes with the installation's key. A code proves that this installation
/// created a text, such as a CSRF token, a cookie or the address of a preview.
struct Signing: Sendable {
    private let key: SharedKey

    /// Creates a signer with a secret key.
    init(key: SharedKey) {
        self.key = key
    }

    /// Loads the key if necessary and throws if that fails, so that no request continues without a key. Without one,
    /// every code would be refused.
    func prepare() throws { _ = try key.bytes() }

    /// Returns the code for a text and a purpose; for another purpose, the same text has another code. Empty if the key
    /// cannot be loaded.
    func code(for purpose: String, _ text: String) -> String {
        guard let key = try? key.bytes() else { return "" }
        return Base64URL.encode(authenticationCode(Array("\(purpose)\n\(text)".utf8), key: key))
    }

    /// Returns true if a code was created by this installation for this purpose and text.
    func accepts(_ code: String, for purpose: String, _ text: String) -> Bool {
        !code.isEmpty && constantTimeEqual(code, self.code(for: purpose, text))
    }
}
