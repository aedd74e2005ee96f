package import SchemaRepository

/// A part of a rule's version range whose clients get the same bytes.
package struct Edition: Sendable, Hashable {
    /// The first client version (inclusive).
    package let from: ClientVersion
    /// The client version at which the part ends (exclusive); nil if it has no end.
    package let until: ClientVersion?
    /// The hexadecimal SHA-256 of the bytes.
    package let hash: String
    /// The size in bytes.
    package let size: Int
    /// The schema release that the bytes were assembled with.
    package let schemaRelease: Int
    /// The release number that these clients get in `Galley-Release`: usually that of the release since which clients
    /// of these versions, or a share of them, get these bytes from the rule's revision. 0 until the release has a
    /// number. For a client that keeps its version, this number never decreases.
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
