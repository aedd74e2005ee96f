/// The identity of a manifest or bundle of one index.
struct DocumentKey: Hashable {
    let platform: String
    /// The number of the interval of versions among those of the platform.
    let interval: Int
    /// The place of the page's first feature in the order of names; nil for a bundle.
    var start: Int?
    /// The names of the features in a bundle that clients named, in order; nil for all features.
    var names: [String]?

    /// The kind of the document.
    var kind: DocumentKind {
        if names != nil { return .chosen }
        guard let start else { return .bundle }
        return start > 0 ? .chosen : .firstPage
    }
}
