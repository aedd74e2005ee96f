import Cryptography
import Foundation
import JSONText
import Publishing

/// The newest point of history that clients were served from, stored before the first answer from it.
///
/// After a restart it distinguishes a snapshot file that lost its end from one whose end was never served. Two slots
/// are written in turn, so that an interrupted write leaves the previous point; each has a SHA-256 and JSON padded with
/// spaces.
struct ServedFile {
    private let url: URL
    /// The number of points stored so far; it tells which slot is newer and which one is written next.
    private var count = 0
    /// The stored point; nil before the first.
    private(set) var point: HistoryPoint?

    /// The size of a slot in bytes.
    private static let slotSize = 512
    /// The size of a slot's digest in bytes: 64 hexadecimal digits.
    private static let digestSize = 64

    /// The point cannot be stored because its text is too long for a slot.
    struct TooLong: Error {}

    /// Reads the file; a damaged slot counts as empty.
    init(_ url: URL) {
        self.url = url
        guard let bytes = try? [UInt8](Data(contentsOf: url)) else { return }
        for start in stride(from: 0, to: bytes.count, by: Self.slotSize) {
            guard let slot = Self.slot(Array(bytes[start..<min(bytes.count, start + Self.slotSize)])),
                slot.count > count
            else { continue }
            (count, point) = slot
        }
    }

    /// Stores a point unless it is the stored one; it is durable when the call returns.
    mutating func advance(to next: HistoryPoint) throws {
        if next != point { try store(next) }
    }

    /// Stores a point even if it is the stored one, because somebody may have removed or replaced the file; it is
    /// durable when the call returns.
    mutating func store(_ next: HistoryPoint) throws {
        let text = SnapshotText.write(next, count: count + 1)
        let padding = Self.slotSize - Self.digestSize - text.count
        guard padding >= 0 else { throw TooLong() }
        let filled = text + [UInt8](repeating: UInt8(ascii: " "), count: padding)
        let handle = try opened()
        defer { try? handle.close() }
        try handle.seek(toOffset: UInt64((count + 1) % 2 * Self.slotSize))
        try handle.write(contentsOf: Data(Array(SHA256Digest(of: filled).hex.utf8) + filled))
        try handle.synchronize()
        count += 1
        point = next
    }

    private func opened() throws -> FileHandle {
        if !FileManager.default.fileExists(atPath: url.path) {
            try Data(count: 2 * Self.slotSize).write(to: url)
            try FileHandle(forReadingFrom: url.deletingLastPathComponent()).synchronize()
        }
        return try FileHandle(forUpdating: url)
    }

    private static func slot(_ bytes: [UInt8]) -> (count: Int, point: HistoryPoint?)? {
        let text = Array(bytes.dropFirst(digestSize))
        guard bytes.count == slotSize,
            Array(SHA256Digest(of: text).hex.utf8).elementsEqual(bytes.prefix(digestSize)),
            let (point, count) = SnapshotText.point(text)
        else { return nil }
        return (count, point)
    }
}
