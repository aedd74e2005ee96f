package import SchemaRepository

/// Which revision a range of client versions on one platform gets.
package struct Rule: Sendable, Hashable {
    package let platform: String
    /// Inclusive.
    package let from: ClientVersion
    /// Exclusive; nil for no end.
    package let until: ClientVersion?
    /// 0 to 100: clients whose bucket is below it.
    package let percent: Int
    package let revision: Int
    /// SHA-256 of the edition's bytes, in hexadecimal.
    package let editionHash: String
    /// The edition's length in bytes.
    package let editionSize: Int
    /// The release that put this edition live for this feature (`Galley-Release`).
    package let release: Int

    package init(
        platform: String, from: ClientVersion, until: ClientVersion?, percent: Int, revision: Int, editionHash: String,
        editionSize: Int, release: Int
    ) {
        self.platform = platform
        self.from = from
        self.until = until
        self.percent = percent
        self.revision = revision
        self.editionHash = editionHash
        self.editionSize = editionSize
        self.release = release
    }

    /// The versions in its range.
    package var range: VersionInterval { VersionInterval(from: from, until: until) }

    /// Whether it has an answer for this client; one without a bucket is outside any partial rollout.
    package func admits(_ version: ClientVersion, bucket: Int?) -> Bool {
        range.contains(version) && (percent >= 100 || bucket.map { $0 < percent } ?? false)
    }
}
