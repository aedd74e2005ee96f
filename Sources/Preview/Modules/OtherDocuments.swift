import JSONText
import SchemaRepository

/// The documents of other features that a page shows, each looked up once.
final class OtherDocuments {
    /// Features looked up for one page at most; further ones count as absent.
    static let limit = 64

    private let look: @Sendable (String) -> CheckedDocument?
    private var found: [String: CheckedDocument?] = [:]

    init(_ sources: PreviewSources) { look = sources.document }

    /// The newest revision of a feature; nil where there is none.
    func document(of feature: String) -> CheckedDocument? {
        if let known = found[feature] { return known }
        guard found.count < Self.limit else { return nil }
        let document = look(feature)
        found[feature] = .some(document)
        return document
    }
}
