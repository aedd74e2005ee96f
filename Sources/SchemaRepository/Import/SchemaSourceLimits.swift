/// The limits of a schema repository that arrives as an archive or from git.
package enum SchemaSourceLimits {
    /// The maximum size of a zip archive in bytes.
    package static let archiveBytes = 12 << 20
    /// The maximum number of entries of an archive or of a commit.
    static let entries = 5_000
    /// The maximum size of all files together in bytes, unpacked.
    static let totalBytes = 64 << 20
    /// The maximum size of a pack that git stores, in bytes.
    static let packBytes = 64 << 20
    /// The maximum time of one program in seconds.
    static let seconds = 60
}
