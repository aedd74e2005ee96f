import MicroHTTP
import Publishing

/// The mark of the editor's forms: the account whose text they hold, signed for one feature.
///
/// It outlives the session, so that a text which arrives after the session's end can go back to its account, and to no
/// other one.
struct DraftMark: Sendable {
    /// The form field that carries it.
    static let field = "author"

    let signing: Signing

    /// Returns the mark of an account's texts of a feature.
    func mark(of account: Int, feature: String) -> String {
        "\(account).\(signing.code(for: "draft", "\(account)\n\(feature)"))"
    }

    /// Returns the account that a mark names; nil when the mark was not made here for this feature.
    func account(of mark: String, feature: String) -> Int? {
        let parts = mark.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let account = Int(asked: parts[0]),
            signing.accepts(String(parts[1]), for: "draft", "\(account)\n\(feature)")
        else { return nil }
        return account
    }
}
