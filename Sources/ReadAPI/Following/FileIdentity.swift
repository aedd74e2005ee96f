import Glibc

/// The device and inode number of a file, by which it is distinguished from another file of the same name.
struct FileIdentity: Equatable {
    private let device: UInt64
    private let number: UInt64

    /// The result of looking for a file.
    enum Lookup: Equatable {
        /// `size`: In bytes.
        case found(FileIdentity, size: Int)
        /// There is certainly no such file.
        case missing
        /// The file system reports another error, so the file may exist.
        case unknown
    }

    /// Looks for the file at a path; follows symbolic links.
    static func lookUp(_ path: String) -> Lookup {
        var status = stat()
        let result = unsafe stat(path, &status)
        let reason = errno
        if result == 0 {
            let identity = FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
            return .found(identity, size: Int(status.st_size))
        }
        return reason == ENOENT || reason == ENOTDIR ? .missing : .unknown
    }
}
