import Cryptography

/// One record of a snapshot file: a header, then as many bytes as it says.
///
/// The header is the kind, the length (8 bytes, most significant first), the SHA-256 of the bytes, and the first bytes
/// of the file's chain, which every header before it has a part in: a record that was changed, moved, left out or
/// brought from another file is noticed at its header.
struct SnapshotRecord {
    /// The kind of the bytes.
    enum Kind: UInt8 {
        /// JSON: the format. The first record, and only that.
        case head = 0x48
        /// A content, named by the digest in the header.
        case content = 0x43
        /// JSON: a feature's complete state, in the place of an earlier one.
        case feature = 0x46
        /// JSON: the release and the platforms. What stands before it counts from here on, all of it.
        case end = 0x45
    }

    let kind: Kind
    let length: Int
    let digest: SHA256Digest

    private static let bareSize = 41
    private static let markSize = 8
    static let headerSize = bareSize + markSize

    init(_ kind: Kind, _ bytes: [UInt8], digest: SHA256Digest) {
        self.kind = kind
        length = bytes.count
        self.digest = digest
    }

    /// Reads a header of `headerSize` bytes; nil when it is not the one that follows in the chain, which goes on.
    init?(header: [UInt8], chain: inout SnapshotChain) {
        let bare = Array(header.prefix(Self.bareSize))
        guard header.count == Self.headerSize, let kind = bare.first.flatMap(Kind.init(rawValue:)),
            let digest = SHA256Digest(bytes: Array(bare[9...]))
        else { return nil }
        chain.add(bare)
        guard chain.mark(Self.markSize).elementsEqual(header[Self.bareSize...]) else { return nil }
        let length = bare[1..<9].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let length = Int(exactly: length) else { return nil }
        self.kind = kind
        self.length = length
        self.digest = digest
    }

    /// The header as it is written; the chain goes on.
    func header(chain: inout SnapshotChain) -> [UInt8] {
        let number = UInt64(length)
        let size = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        let bare = [kind.rawValue] + size + digest.bytes
        chain.add(bare)
        return bare + chain.mark(Self.markSize)
    }
}

/// A digest over every header so far, in their order.
struct SnapshotChain {
    private var digest = [UInt8](repeating: 0, count: 32)

    mutating func add(_ header: [UInt8]) {
        digest = SHA256Digest(of: digest + header).bytes
    }

    func mark(_ count: Int) -> ArraySlice<UInt8> { digest.prefix(count) }
}
