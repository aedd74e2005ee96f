package import JSONText

extension SchemaRepository {
    /// The client versions of a platform that can show a valid document.
    package func support(of document: JSONDocument, kind: DocumentKind, platform: String) -> Support {
        Support(full: [.all], degraded: [.all], reasons: [])
    }
}
