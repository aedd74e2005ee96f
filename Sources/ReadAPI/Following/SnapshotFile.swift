import Cryptography
import Foundation
import JSONText
import Publishing

/// A snapshot file as it was read: everything up to its last end.
struct SnapshotFile {
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
        /// Something in it is not what was written, from this byte on.
        case damaged(at: Int)
    }

    /// Reads a file and checks all but the contents, which are checked when they are asked for.
    ///
    /// - Throws: `Fault`, and what reading throws.
    init(contentsOf url: URL) throws {
        bytes = try Data(contentsOf: url, options: .alwaysMapped)
        var chain = SnapshotChain()
        var contents: [SHA256Digest: Range<Int>] = [:]
        var features: [String: FeatureSnapshot] = [:]
        var changed: [FeatureSnapshot] = []
        var last: (head: SnapshotText.End, size: Int, chain: SnapshotChain)?
        var place = 0
        while bytes.count - place >= SnapshotRecord.headerSize {
            let isFirst = place == 0
            let header = Array(bytes[place..<place + SnapshotRecord.headerSize])
            guard let record = SnapshotRecord(header: header, chain: &chain), isFirst == (record.kind == .head) else {
                throw Fault.damaged(at: place)
            }
            let start = place + SnapshotRecord.headerSize
            guard bytes.count - start >= record.length else { break }
            let range = start..<start + record.length
            if record.kind == .content {
                contents[record.digest] = range
            } else {
                let text = Array(bytes[range])
                guard SHA256Digest(of: text) == record.digest else { throw Fault.damaged(at: place) }
                switch record.kind {
                case .head: guard SnapshotText.isHead(text) else { throw Fault.damaged(at: place) }
                case .feature:
                    guard let feature = SnapshotText.feature(text) else { throw Fault.damaged(at: place) }
                    changed.append(feature)
                case .end:
                    guard let end = SnapshotText.end(text) else { throw Fault.damaged(at: place) }
                    for feature in changed { features[feature.name] = feature }
                    changed = []
                    last = (end, range.upperBound, chain)
                case .content: break
                }
            }
            place = range.upperBound
        }
        guard let last else { throw Fault.incomplete }
        size = last.size
        self.chain = last.chain
        self.contents = contents.filter { $0.value.upperBound <= last.size }
        snapshot = Snapshot(
            release: last.head.release, platforms: last.head.platforms,
            features: features.values.sorted { ($0.release, $0.name) < ($1.release, $1.name) })
    }

    /// The digests of the contents in it.
    var digests: some Collection<SHA256Digest> { contents.keys }

    /// A content by its hash in hexadecimal; nil when it is not there.
    ///
    /// - Throws: `Fault` when it is no longer what was written.
    func content(_ hash: String) throws -> [UInt8]? {
        guard let digest = SHA256Digest(hex: hash), let range = contents[digest] else { return nil }
        let content = Array(bytes[range])
        guard SHA256Digest(of: content) == digest else { throw Fault.damaged(at: range.lowerBound) }
        return content
    }
}
