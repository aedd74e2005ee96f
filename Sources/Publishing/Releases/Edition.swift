package import SchemaRepository

/// The bytes that a rule serves to a part of its version range.
package struct Edition: Sendable, Hashable {
    /// The inclusive start.
    package let from: ClientVersion
    /// The exclusive end; nil if open-ended.
    package let until: ClientVersion?
    /// The hexadecimal SHA-256 of the bytes.
    package let hash: String
    /// The size in bytes.
    package let size: Int
    /// The schema release that it was assembled with.
    package let schemaRelease: Int
    /// The release since which these clients get these bytes (`Galley-Release`); it never decreases for a client.
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

    /// The version range.
    package var range: VersionInterval { VersionInterval(from: from, until: until) }
}
