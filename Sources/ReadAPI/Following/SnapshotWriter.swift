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
    /// Bytes up to the last end.
    private(set) var size: Int
    /// Bytes of the file when it was new.
    private(set) var firstSize: Int

    /// Bytes that are gathered before they are written.
    private static let bufferSize = 1 << 20

    /// A new file, begun with its head.
    init(creating url: URL) throws {
        try Data().write(to: url)
        self.url = url
        handle = try FileHandle(forUpdating: url)
        chain = SnapshotChain()
        digests = []
        size = 0
        firstSize = 0
        try append(.head, SnapshotText.head)
    }

    /// A file that was read; what follows its last end is cut off.
    init(appendingTo url: URL, _ file: SnapshotFile) throws {
        self.url = url
        handle = try FileHandle(forUpdating: url)
        try handle.truncate(atOffset: UInt64(file.size))
        try handle.seek(toOffset: UInt64(file.size))
        chain = file.chain
        digests = Set(file.digests)
        size = file.size
        firstSize = file.size
    }

    /// Appends a content that the file lacks.
    mutating func append(_ content: [UInt8], hash: String) throws {
        guard let digest = SHA256Digest(hex: hash), digests.insert(digest).inserted else { return }
        try append(.content, content, digest: digest)
    }

    /// Appends features and the end, and waits until all of it is on the disk.
    mutating func finish(_ snapshot: Snapshot) throws {
        for feature in snapshot.features { try append(.feature, SnapshotText.write(feature)) }
        let end = SnapshotText.End(release: snapshot.release, platforms: snapshot.platforms)
        try append(.end, SnapshotText.write(end))
        try flush()
        try handle.synchronize()
        let isFirst = size == 0
        size = Int(try handle.offset())
        if isFirst { firstSize = size }
    }

    /// Whether most of the file is what nobody needs any more.
    var isWorthCompacting: Bool { size > firstSize * 2 + 4 * Self.bufferSize }

    private mutating func append(_ kind: SnapshotRecord.Kind, _ bytes: [UInt8], digest: SHA256Digest? = nil) throws {
        let record = SnapshotRecord(kind, bytes, digest: digest ?? SHA256Digest(of: bytes))
        buffer += record.header(chain: &chain)
        buffer += bytes
        if buffer.count >= Self.bufferSize { try flush() }
    }

    private mutating func flush() throws {
        try handle.write(contentsOf: Data(buffer))
        buffer.removeAll(keepingCapacity: true)
    }
}
