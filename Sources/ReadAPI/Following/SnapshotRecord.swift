import Cryptography

/// One record of a snapshot file: a header, followed by its bytes.
///
/// The header has the kind, the length (8 bytes, big-endian), the SHA-256 of the bytes, and the first bytes of a digest
/// over all headers up to this one. So a header that was changed or moved, that follows a removed record, or that was
/// copied from another file is detected. Changed bytes are detected when they are read, by their SHA-256.
struct SnapshotRecord {
    /// The kind of a record.
    enum Kind: UInt8 {
        /// The format, as JSON; always and only the first record.
        case head = 0x48
        /// A content, identified by the digest in the header.
        case content = 0x43
        /// The complete state of a feature, as JSON; replaces earlier records of the feature.
        case feature = 0x46
        /// The release, the platforms and the keys, as JSON; all records before it take effect.
        case end = 0x45
    }

    let kind: Kind
    /// The number of bytes after the header.
    let length: Int
    /// The SHA-256 of the bytes after the header.
    let digest: SHA256Digest

    /// The number of bytes of a header without the digest over all headers.
    private static let bareSize = 41
    /// The number of bytes that a header contains of the digest over all headers.
    private static let markSize = 8
    /// The number of bytes of a header.
    static let headerSize = bareSize + markSize

    init(_ kind: Kind, _ bytes: [UInt8], digest: SHA256Digest) {
        self.kind = kind
        length = bytes.count
        self.digest = digest
    }

    /// Parses a header of `headerSize` bytes and advances the chain; nil if the header does not continue the chain.
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

    /// Returns the header's bytes and advances the chain.
    func header(chain: inout SnapshotChain) -> [UInt8] {
        let number = UInt64(length)
        let size = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        let bare = [kind.rawValue] + size + digest.bytes
        chain.add(bare)
        return bare + chain.mark(Self.markSize)
    }
}

/// The digest over the headers of a snapshot file, from the first one to the one added last.
struct SnapshotChain {
    private var digest = [UInt8](repeating: 0, count: 32)

    /// Adds a header without its part of the digest.
    mutating func add(_ header: [UInt8]) {
        digest = SHA256Digest(of: digest + header).bytes
    }

    /// Returns the first `count` bytes of the digest, at most 32.
    func mark(_ count: Int) -> ArraySlice<UInt8> { digest.prefix(count) }
}
