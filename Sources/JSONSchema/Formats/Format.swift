/// A format that this validator can check.
struct Format: Sendable {
    let name: String
    private let check: @Sendable ([UInt8]) -> Bool

    /// The format of that name; nil where a draft does not define it, so that any text fits.
    init?(name: String, in draft: Draft) {
        return nil
    }

    /// Whether a text is of the format.
    func accepts(_ utf8: [UInt8]) -> Bool { check(utf8) }
}
