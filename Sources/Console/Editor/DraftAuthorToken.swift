import HTTPTypes
import MicroHTTP
import Publishing

/// A signed form field of the editor with the id of the account whose text the form contains, for one feature.
///
/// The field stays valid after the session's end, so that a text that arrives later can be returned to its account, and
/// to no other account.
struct DraftAuthorToken: Sendable {
    /// The name of the form field.
    static let field = "author"
    /// The request header with the token of a text that a script sends without a form.
    static let header = HTTPField.Name.constant("X-Draft-Author")

    let signing: Signing

    /// Returns the field's value for an account's texts of a feature.
    func token(of account: Int, feature: String) -> String {
        "\(account).\(signing.code(for: "draft", "\(account)\n\(feature)"))"
    }

    /// Returns the id of the account in a token; nil if the token was not signed for this feature.
    func account(of token: String, feature: String) -> Int? {
        let parts = token.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let account = Int(asked: parts[0]),
            signing.accepts(String(parts[1]), for: "draft", "\(account)\n\(feature)")
        else { return nil }
        return account
    }
}
