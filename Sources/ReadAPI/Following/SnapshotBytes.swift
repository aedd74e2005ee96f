import Foundation

/// The bytes of a snapshot file, read in pieces when they are needed. Several threads may read at the same time.
///
/// The file is not mapped into memory, because the system ends a process that reads a mapped file after somebody has
/// shortened it.
final class SnapshotBytes: Sendable {
    /// The number of bytes when the file was opened; bytes that are appended later are not read.
    let count: Int
    private let handle: FileHandle

    /// Opens a file.
    init(contentsOf url: URL) throws {
        handle = try FileHandle(forReadingFrom: url)
        count = Int(clamping: try handle.seekToEnd())
    }

    /// Returns some of the first `count` bytes.
    ///
    /// - Throws: `SnapshotFile.Fault` if the file has lost them since it was opened, and an error of reading.
    func read(_ range: Range<Int>) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        let size = unsafe pread(handle.fileDescriptor, &bytes, bytes.count, off_t(range.lowerBound))
        let reason = errno
        guard size >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: reason) ?? .EIO) }
        guard size == bytes.count else { throw SnapshotFile.Fault.damaged(at: range.lowerBound + size) }
        return bytes
    }
}

/// A reader for small parts of a snapshot file that follow each other, such as the headers of records. It reads a block
/// at a time, because a read for each of thousands of parts would take long.
struct SnapshotBlockReader {
    private let file: SnapshotBytes
    private var block: [UInt8] = []
    /// The offset of the block in the file.
    private var start = 0

    /// The number of bytes of a block: enough for many small records, but not many to read in vain if a large record
    /// follows, of which only the header is needed.
    private static let blockSize = 16 * 1024

    init(_ file: SnapshotBytes) { self.file = file }

    /// Returns some bytes of the file; a range larger than a block is read as a whole.
    ///
    /// - Throws: The errors of `SnapshotBytes.read`.
    mutating func read(_ range: Range<Int>) throws -> [UInt8] {
        if range.lowerBound < start || range.upperBound > start + block.count {
            let end = max(range.upperBound, min(file.count, range.lowerBound + Self.blockSize))
            block = try file.read(range.lowerBound..<end)
            start = range.lowerBound
        }
        return Array(block[range.lowerBound - start..<range.upperBound - start])
    }
}
