import Cryptography
import Foundation
import Publishing

/// Appends to a snapshot file: contents and features, which count from the end that follows them.
struct SnapshotWriter {
    let url: URL
    private let handle: FileHandle
    private var chain: SnapshotChain
    private var buffer: [UInt8] = []
    /// The contents in the file.
    private var digests: Set<SHA256Digest>
    /// Those of them that were appended since the last commit.
    private var added: [SHA256Digest] = []
    /// The state at the last commit, to which `abandon` goes back.
    private var committed: (size: Int, chain: SnapshotChain)
    /// Bytes that were written, committed or not.
    private var written: Int
    /// Bytes of the file when it was new.
    private var firstSize: Int
    /// True if the file may hold more than what was committed.
    private var isUntidy = false

    /// Bytes that are gathered before they are written.
    private static let bufferSize = 1 << 20

    /// A new file, begun with its head.
    init(creating url: URL) throws {
        try Data().write(to: url)
        self.url = url
        handle = try FileHandle(forUpdating: url)
        chain = SnapshotChain()
        digests = []
        committed = (0, chain)
        written = 0
        firstSize = 0
        try append(.head, SnapshotText.head)
    }

    /// A file that was read; what follows its last end is cut off, and the rest is on the disk when this returns.
    init(appendingTo url: URL, _ file: SnapshotFile) throws {
        self.url = url
        handle = try FileHandle(forUpdating: url)
        chain = file.chain
        digests = Set(file.digests)
        committed = (file.size, file.chain)
        written = file.size
        firstSize = file.size
        isUntidy = true
        try tidy()
        // The process that wrote it may have been killed before it was.
        try handle.synchronize()
    }

    /// Appends a content that the file lacks.
    mutating func append(_ content: [UInt8], hash: String) throws {
        guard let digest = SHA256Digest(hex: hash), digests.insert(digest).inserted else { return }
        added.append(digest)
        try append(.content, content, digest: digest)
    }

    /// Appends features and the end, and waits until all of it is on the disk. It counts when `commit` is called.
    mutating func finish(_ snapshot: Snapshot) throws {
        for feature in snapshot.features { try append(.feature, SnapshotText.write(feature)) }
        let end = SnapshotText.End(point: snapshot.point, platforms: snapshot.platforms)
        try append(.end, SnapshotText.write(end))
        try flush()
        try handle.synchronize()
    }

    /// Keeps what was appended.
    mutating func commit() {
        if committed.size == 0 { firstSize = written }
        committed = (written, chain)
        added = []
        isUntidy = false
    }

    /// Goes back to the last commit, after a failure.
    mutating func abandon() {
        buffer.removeAll()
        chain = committed.chain
        for digest in added { digests.remove(digest) }
        added = []
        isUntidy = true
        // Tried again before the next append.
        try? tidy()
    }

    /// Whether most of the file is what nobody needs any more.
    var isWorthCompacting: Bool { committed.size > firstSize * 2 + 4 * Self.bufferSize }

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

    /// Cuts off what a failed write left.
    private mutating func tidy() throws {
        guard isUntidy else { return }
        try handle.truncate(atOffset: UInt64(committed.size))
        try handle.seek(toOffset: UInt64(committed.size))
        written = committed.size
        isUntidy = false
    }
}
