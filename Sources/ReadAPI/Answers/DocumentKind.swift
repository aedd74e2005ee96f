/// The kinds of manifests and bundles. Each kind has limits of its own, so that the documents of one kind do not push
/// those of another out of memory.
enum DocumentKind: CaseIterable {
    /// The first page of a manifest: usually small, and requested by every client that uses manifests.
    case firstPage
    /// A bundle of all features; there is one for each interval of versions.
    case bundle
    /// A bundle of named features or a later page of a manifest: clients can request more different ones than fit in
    /// memory.
    case chosen
}
