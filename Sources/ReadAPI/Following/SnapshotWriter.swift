import Cryptography
import Foundation
import Publishing

/// Appends contents and features to a snapshot file; they take effect with the end record that follows them.
struct SnapshotWriter {
    let url: URL
    private let handle: FileHandle
    private var chain: SnapshotChain
    private var buffer: [UInt8] = []
    /// The digests of the contents in the file.
    private var digests: Set<SHA256Digest>
    /// The digests appended since the last commit.
    private var added: [SHA256Digest] = []
    /// The state at the last commit, which `abandon` restores.
    private var committed: (size: Int, chain: SnapshotChain)
    /// The number of bytes written, committed or not.
    private var written: Int
    /// The number of bytes that were not outdated when the file was created or opened.
    private var liveSize: Int
    /// True if the file may contain bytes after the last commit that must be cut off, because a write failed or was
    /// abandoned.
    private var isUntidy = false

    /// The number of bytes to collect before they are written.
    private static let bufferSize = 1 << 20

    /// Creates a file with its first record.
    init(creating url: URL) throws {
        // The file contains the keys with which the node signs, so nobody else may read it.
        let isMade = FileManager.default.createFile(
            atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        guard isMade else { throw CocoaError(.fileWriteUnknown) }
        self.url = url
        handle = try FileHandle(forUpdating: url)
        chain = SnapshotChain()
        digests = []
        committed = (0, chain)
        written = 0
        liveSize = 0
        try append(.head, SnapshotText.head)
    }

    /// Opens a file that was read; cuts off bytes after its last end record and makes the rest durable.
    init(appendingTo url: URL, _ file: SnapshotFile) throws {
        self.url = url
        handle = try FileHandle(forUpdating: url)
        chain = file.chain
        digests = Set(file.digests)
        committed = (file.size, file.chain)
        written = file.size
        liveSize = file.liveSize
        isUntidy = true
        try tidy()
        // The process that wrote the file may have been killed before it synchronized it.
        try handle.synchronize()
    }

    /// Appends a content unless the file contains it.
    mutating func append(_ content: [UInt8], hash: String) throws {
        guard let digest = SHA256Digest(hex: hash), digests.insert(digest).inserted else { return }
        added.append(digest)
        try append(.content, content, digest: digest)
    }

    /// Appends features and the end record and makes everything durable. Call `commit` after it.
    mutating func finish(_ snapshot: Snapshot) throws {
        for feature in snapshot.features { try append(.feature, SnapshotText.write(feature)) }
        let end = SnapshotText.End(
            point: snapshot.point, platforms: snapshot.platforms, restoration: snapshot.restoration,
            keys: snapshot.keys)
        try append(.end, SnapshotText.write(end))
        try flush()
        try handle.synchronize()
    }

    /// Commits the appended records.
    mutating func commit() {
        if committed.size == 0 { liveSize = written }
        committed = (written, chain)
        added = []
        isUntidy = false
    }

    /// Restores the last commit after a failure.
    mutating func abandon() {
        buffer.removeAll()
        chain = committed.chain
        for digest in added { digests.remove(digest) }
        added = []
        isUntidy = true
        // If this fails, it is retried before the next write to the file.
        try? tidy()
    }

    /// Returns true if the file can have this size without anybody else having written to it.
    func mayHave(size: Int) -> Bool { isUntidy ? size >= committed.size : size == committed.size }

    /// True if the file is so much larger than `liveSize` that most of it is probably outdated.
    var isWorthCompacting: Bool { committed.size > liveSize * 2 + 4 * Self.bufferSize }

    private mutating func append(_ kind: SnapshotRecord.Kind, _ bytes: [UInt8], digest: SHA256Digest? = nil) throws {
        let record = SnapshotRecord(kind, bytes, digest: digest ?? SHA256Digest(of: bytes))
        buffer += record.header(chain: &chain)
        buffer += bytes
        if buffer.count >= Self.bufferSize { try flush() }
    }

    private mutating func flush() throws {
        try tidy()
        isUntidy = true
        try handle.write(contentsOf: Data(buffer))
        isUntidy = false
        written += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }

    /// Cuts off the bytes that a failed write left.
    private mutating func tidy() throws {
        guard isUntidy else { return }
        try handle.truncate(atOffset: UInt64(committed.size))
        try handle.seek(toOffset: UInt64(committed.size))
        written = committed.size
        isUntidy = false
    }
}
