import Cryptography
import Foundation
import JSONText
import Publishing

/// A snapshot file as it was read: everything up to its last end.
struct SnapshotFile: Sendable {
    let snapshot: Snapshot
    /// Where the last end ends; what follows was being written when the process or the machine stopped.
    let size: Int
    let chain: SnapshotChain
    private let bytes: Data
    private let contents: [SHA256Digest: Range<Int>]

    /// Why a file is not served from.
    enum Fault: Error, Equatable {
        /// It stops before its first end: nobody was ever served from it.
        case incomplete
        /// Another version of Galley wrote it.
        case otherFormat
        /// Something in it is not what was written, from this byte on.
        case damaged(at: Int)
        /// It ends before this release, which was served.
        case endsBefore(release: Int)
        /// It is not the installation's that was served from here, or that the database is.
        case otherInstallation
    }

    /// Reads a file and checks all but the contents, which are checked when they are asked for.
    ///
    /// `served` is the newest point that was ever served. A file without it has lost something; whatever a file has
    /// after it was being written when the process or the machine stopped, and need not be whole.
    ///
    /// - Throws: `Fault`, and what reading throws.
    init(contentsOf url: URL, served: HistoryPoint? = nil) throws {
        bytes = try Data(contentsOf: url, options: .alwaysMapped)
        var chain = SnapshotChain()
        var contents: [SHA256Digest: Range<Int>] = [:]
        var features: [(digest: SHA256Digest, range: Range<Int>)] = []
        // The records between the last end and the next.
        var pending: [(digest: SHA256Digest, range: Range<Int>)] = []
        var last: (end: SnapshotText.End, size: Int, chain: SnapshotChain)?
        var place = 0
        records: while bytes.count - place >= SnapshotRecord.headerSize {
            let isFirst = place == 0
            let header = Array(bytes[place..<place + SnapshotRecord.headerSize])
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
                // A power cut may keep the end of a write and lose its beginning.
                let isWhole =
                    wasServed
                    || pending.allSatisfy { [bytes] in (try? Self.text(in: bytes, $0.range, $0.digest)) != nil }
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
        let read = try AllCores.map(features.filter { $0.range.upperBound <= last.size }) { [bytes] record in
            guard let feature = SnapshotText.feature(try Self.text(in: bytes, record.range, record.digest)) else {
                throw Fault.damaged(at: record.range.lowerBound)
            }
            return feature
        }
        // Of two records of one feature the later one counts.
        let newest = Dictionary(read.map { ($0.name, $0) }) { _, later in later }
        snapshot = Snapshot(
            point: last.end.point, platforms: last.end.platforms,
            features: newest.values.sorted { ($0.release, $0.name) < ($1.release, $1.name) })
    }

    /// The digests of the contents in it.
    var digests: some Collection<SHA256Digest> { contents.keys }

    /// A content by its hash in hexadecimal; nil when it is not there.
    ///
    /// - Throws: `Fault` when it is no longer what was written.
    func content(_ hash: String) throws -> [UInt8]? {
        guard let digest = SHA256Digest(hex: hash), let range = contents[digest] else { return nil }
        return try Self.text(in: bytes, range, digest)
    }

    /// The bytes of a record.
    ///
    /// - Throws: `Fault` when they are not those of the digest.
    private static func text(in bytes: Data, _ range: Range<Int>, _ digest: SHA256Digest) throws -> [UInt8] {
        let text = Array(bytes[range])
        guard SHA256Digest(of: text) == digest else { throw Fault.damaged(at: range.lowerBound) }
        return text
    }
}
