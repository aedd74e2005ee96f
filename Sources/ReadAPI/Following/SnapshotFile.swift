import Cryptography
import Foundation
import JSONText
import Publishing

/// A parsed snapshot file: everything up to its last end record.
struct SnapshotFile: Sendable {
    let snapshot: Snapshot
    /// The offset after the last end record; anything later was being written when the process or the machine stopped.
    let size: Int
    /// The number of bytes of the newest record of each feature and of the contents that these records name. Nearly all
    /// other bytes are outdated.
    let liveSize: Int
    let chain: SnapshotChain
    private let bytes: SnapshotBytes
    private let contents: [SHA256Digest: Range<Int>]

    /// The reason why a file is not used.
    enum Fault: Error, Equatable {
        /// It has no end record, so nothing was ever served from it.
        case incomplete
        /// Another version of Galley wrote it.
        case otherFormat
        /// It was changed after it was written, or shortened while it was read; has the offset of the damage.
        case damaged(at: Int)
        /// It ends before this release, which was served.
        case endsBefore(release: Int)
        /// It belongs to another installation than the snapshot that was served last, or than the database.
        case otherInstallation
    }

    /// Reads a file and verifies everything but the contents, which are verified on use.
    ///
    /// `served` is the newest point ever served; nil if it is unknown. A file that ends before this point has lost
    /// data; anything after this point in the file was not served and may be incomplete.
    ///
    /// - Throws: `Fault`, or an error of reading.
    init(contentsOf url: URL, served: HistoryPoint? = nil) throws {
        let bytes = try SnapshotBytes(contentsOf: url)
        self.bytes = bytes
        var headers = SnapshotBlockReader(bytes)
        var chain = SnapshotChain()
        var contents: [SHA256Digest: Range<Int>] = [:]
        var features: [(digest: SHA256Digest, range: Range<Int>)] = []
        // The records between the last end record and the next.
        var pending: [(digest: SHA256Digest, range: Range<Int>)] = []
        var last: (end: SnapshotText.End, size: Int, chain: SnapshotChain)?
        var place = 0
        records: while bytes.count - place >= SnapshotRecord.headerSize {
            let isFirst = place == 0
            let header = try headers.read(place..<place + SnapshotRecord.headerSize)
            guard let record = SnapshotRecord(header: header, chain: &chain), isFirst == (record.kind == .head) else {
                if let served, let last, last.end.point.release >= served.release { break }
                throw Fault.damaged(at: place)
            }
            let start = place + SnapshotRecord.headerSize
            guard bytes.count - start >= record.length else { break }
            let range = start..<start + record.length
            switch record.kind {
            case .head:
                let head = try Self.text(in: bytes, range, record.digest)
                guard let isReadable = SnapshotText.isReadable(head: head) else { throw Fault.damaged(at: place) }
                guard isReadable else { throw Fault.otherFormat }
            case .content:
                contents[record.digest] = range
                pending.append((record.digest, range))
            case .feature:
                features.append((record.digest, range))
                pending.append((record.digest, range))
            case .end:
                let text = try? Self.text(in: bytes, range, record.digest)
                let wasServed = served.map { (last?.end.point.release ?? -1) < $0.release } ?? true
                // After a power failure the end of a write may exist without its beginning.
                let isWhole =
                    wasServed
                    || pending.allSatisfy { (try? Self.text(in: bytes, $0.range, $0.digest)) != nil }
                guard isWhole, let end = text.flatMap(SnapshotText.end) else {
                    if !wasServed { break records }
                    throw Fault.damaged(at: place)
                }
                last = (end, range.upperBound, chain)
                pending.removeAll(keepingCapacity: true)
            }
            place = range.upperBound
        }
        guard let last else { throw Fault.incomplete }
        if let served {
            guard last.end.point.installation == served.installation else { throw Fault.otherInstallation }
            guard last.end.point.release >= served.release else { throw Fault.endsBefore(release: served.release) }
        }
        size = last.size
        self.chain = last.chain
        self.contents = contents.filter { $0.value.upperBound <= last.size }
        let records = features.filter { $0.range.upperBound <= last.size }
        let read = try Parallel.map(records) { record in
            guard let feature = SnapshotText.feature(try Self.text(in: bytes, record.range, record.digest)) else {
                throw Fault.damaged(at: record.range.lowerBound)
            }
            return feature
        }
        // A later record of a feature replaces an earlier one.
        let newest = Dictionary(zip(read, records).map { ($0.name, (feature: $0, range: $1.range)) }) { _, later in
            later
        }
        let state = Snapshot(
            point: last.end.point, platforms: last.end.platforms, keys: last.end.keys,
            features: newest.values.map { $0.feature }.sorted { ($0.release, $0.name) < ($1.release, $1.name) },
            restoration: last.end.restoration)
        let used = state.hashes.compactMap { hash in SHA256Digest(hex: hash).flatMap { contents[$0] } }
        let live = newest.values.map { $0.range } + used
        liveSize = live.reduce(0) { $0 + SnapshotRecord.headerSize + $1.count }
        snapshot = state
    }

    /// The digests of the contents in the file.
    var digests: some Collection<SHA256Digest> { contents.keys }

    /// Returns a content by its hexadecimal hash, or nil if it is not in the file.
    ///
    /// - Throws: `Fault` if the content is damaged, and an error of reading.
    func content(_ hash: String) throws -> [UInt8]? {
        guard let digest = SHA256Digest(hex: hash), let range = contents[digest] else { return nil }
        return try Self.text(in: bytes, range, digest)
    }

    /// Returns the bytes of a record.
    ///
    /// - Throws: `Fault` if they do not match the digest or are gone, and an error of reading.
    private static func text(
        in bytes: SnapshotBytes, _ range: Range<Int>, _ digest: SHA256Digest
    ) throws -> [UInt8] {
        let text = try bytes.read(range)
        guard SHA256Digest(of: text) == digest else { throw Fault.damaged(at: range.lowerBound) }
        return text
    }
}
