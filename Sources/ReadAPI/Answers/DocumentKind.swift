/// The kinds of documents. Each is kept apart from the others, so that none pushes out another.
enum DocumentKind: CaseIterable {
    /// The first page of a manifest: small, and what every client asks for.
    case firstPage
    /// A bundle of all features; there is one for each interval of versions.
    case bundle
    /// A document of which clients can choose more than memory holds: a bundle of named features, or a page after a name.
    case chosen
}
