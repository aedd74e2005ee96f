/// The limits of a schema repository that is imported from an archive, a directory or git.
package enum SchemaSourceLimits {
    /// The maximum size of a zip archive in bytes.
    package static let archiveBytes = 12 << 20
    /// The maximum number of files of an archive or of a directory, and of schemas, examples and templates of a commit.
    static let entries = 5_000
    /// The maximum total size of the unpacked files in bytes.
    static let totalBytes = 64 << 20
    /// The maximum size of a file that git or `unzip` writes, such as a pack, in bytes.
    static let packBytes = 64 << 20
    /// The maximum time of one run of git or `unzip`, in seconds.
    static let seconds = 60
}
