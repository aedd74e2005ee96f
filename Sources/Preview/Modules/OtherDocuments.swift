import JSONText
import SchemaRepository

/// The documents of other features that a page shows, each looked up once.
final class OtherDocuments {
    /// The maximum number of features looked up per page; further ones count as missing.
    static let limit = 64

    private let look: @Sendable (String) -> CheckedDocument?
    private var found: [String: CheckedDocument?] = [:]

    init(_ sources: PreviewSources) { look = sources.document }

    /// Returns a feature's document as `PreviewSources` finds it, or nil.
    func document(of feature: String) -> CheckedDocument? {
        if let known = found[feature] { return known }
        guard found.count < Self.limit else { return nil }
        let document = look(feature)
        found[feature] = .some(document)
        return document
    }
}
