/// The identity of a manifest or bundle among those of one `ReadIndex`.
struct DocumentKey: Hashable {
    let platform: String
    /// The position of the interval of client versions among the intervals of the platform, from 0.
    let interval: Int
    /// The index of the page's first feature among all features sorted by name; nil for a bundle.
    var start: Int?
    /// The sorted names of the features in a bundle of named features; nil for every other document.
    var names: [String]?

    /// The kind of the document.
    var kind: DocumentKind {
        if names != nil { return .chosen }
        guard let start else { return .bundle }
        return start > 0 ? .chosen : .firstPage
    }
}
