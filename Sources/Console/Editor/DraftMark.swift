import MicroHTTP
import Publishing

/// A signed field of the editor's forms that names the account whose text they hold, for one feature.
///
/// It outlives the session, so that a text that arrives after the session's end can be returned to its account, and
/// only to that.
struct DraftMark: Sendable {
    /// The name of the form field.
    static let field = "author"

    let signing: Signing

    /// Returns the mark for an account's texts of a feature.
    func mark(of account: Int, feature: String) -> String {
        "\(account).\(signing.code(for: "draft", "\(account)\n\(feature)"))"
    }

    /// Returns the account that a mark names; nil if the mark was not signed for this feature.
    func account(of mark: String, feature: String) -> Int? {
        let parts = mark.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let account = Int(asked: parts[0]),
            signing.accepts(String(parts[1]), for: "draft", "\(account)\n\(feature)")
        else { return nil }
        return account
    }
}
