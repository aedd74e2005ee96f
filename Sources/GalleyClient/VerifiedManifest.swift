/// A manifest whose signature has been verified.
struct VerifiedManifest {
    let manifest: Manifest
    /// The manifest as it is stored.
    let stored: ContentCache.StoredManifest
}
