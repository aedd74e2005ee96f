import Cryptography

/// The content hash of a repository: SHA-256 over all paths and file contents.
///
/// Each path and content is preceded by its length (8 bytes, big-endian), so that different repositories never produce
/// the same input.
enum ContentAddress {
    /// Returns the hash of files, which must be sorted by path, in lower-case hexadecimal digits.
    static func of(_ documents: [RepositoryFile]) -> String {
        var bytes: [UInt8] = []
        for document in documents {
            let path = Array(document.path.utf8)
            bytes += length(of: path) + path + length(of: document.bytes) + document.bytes
        }
        return SHA256Digest(of: bytes).hex
    }

    private static func length(of bytes: [UInt8]) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bytes.count >> $0) }
    }
}
