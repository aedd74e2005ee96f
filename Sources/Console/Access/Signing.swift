import Cryptography

/// Codes that only this installation can make: for forms, and for addresses that open a preview.
struct Signing: Sendable {
    private let key: [UInt8]

    /// Signs with a secret key of any length.
    init(key: [UInt8]) {
        self.key = key
    }

    /// The code of a text for one purpose; codes for other purposes differ.
    func code(for purpose: String, _ text: String) -> String {
        Base64URL.encode(authenticationCode(Array("\(purpose)\n\(text)".utf8), key: key))
    }

    /// Whether a code was made here for this purpose and text.
    func accepts(_ code: String, for purpose: String, _ text: String) -> Bool {
        constantTimeEqual(code, self.code(for: purpose, text))
    }
}
