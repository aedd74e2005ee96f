package import SchemaRepository

/// The bytes that a rule serves to a part of its range.
package struct Edition: Sendable, Hashable {
    /// Inclusive.
    package let from: ClientVersion
    /// Exclusive; nil for no end.
    package let until: ClientVersion?
    /// SHA-256 of the bytes, in hexadecimal.
    package let hash: String
    /// In bytes.
    package let size: Int
    /// The schema release whose support was asked.
    package let schemaRelease: Int
    /// The release since which these clients get these bytes (`Galley-Release`); for one client it never goes down.
    package let release: Int

    package init(
        from: ClientVersion, until: ClientVersion?, hash: String, size: Int, schemaRelease: Int, release: Int
    ) {
        self.from = from
        self.until = until
        self.hash = hash
        self.size = size
        self.schemaRelease = schemaRelease
        self.release = release
    }

    /// The versions in its part of the range.
    package var range: VersionInterval { VersionInterval(from: from, until: until) }
}
