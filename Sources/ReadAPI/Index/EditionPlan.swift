import Publishing
import SchemaRepository

/// The rules of one feature, flattened for finding a client's edition. A plan contains the feature's name and, for each
/// platform, segments of versions: a segment begins wherever an edition of a rule begins or ends. All versions of a
/// segment have the same candidates (editions for some of the buckets), so one binary search finds a client's edition.
///
/// Everything is in one array of bytes and one of editions, because with thousands of features every further array on
/// the way to an answer is a cache miss. Numbers have four bytes, little-endian. The bytes are the length of the name,
/// the name, and a row for each platform.
struct EditionPlan: Sendable {
    private let bytes: [UInt8]
    private let editions: [ServedEdition]

    /// The result for a client of a platform.
    enum Outcome {
        case edition(ServedEdition)
        case noConfig
        case switchedOff
    }

    /// An outcome with the index of the edition in place of the edition.
    private enum Choice {
        case edition(Int)
        case noConfig
        case switchedOff
    }

    /// The position of one platform's row in the bytes. A row has the size of the row, the length of the platform's
    /// name, the name, a byte that is 1 if the platform is switched off, the number of segments, a cut for each
    /// segment, the keys, and the candidates.
    private struct Row {
        let isSwitchedOff: Bool
        /// The offset of the cuts. A cut has two numbers: the end of the segment's key, as an offset among the keys,
        /// and the end of its candidates, as an index. The key is the sort key of the segment's first version. Segments
        /// ascend; the last one is open-ended.
        let cuts: Int
        let segmentCount: Int
        let keys: Int
        /// The offset of the candidates. A candidate has two numbers: the upper bound of its buckets (exclusive) and
        /// the index of its edition. The candidates of a segment are in order of precedence.
        let candidates: Int
    }

    /// The size of a cut and of a candidate, in bytes.
    private static let pair = 8

    /// Creates the plan of a feature. `edition` gets a rule, one of its editions and the versions whose clients get
    /// this edition; it returns the edition to serve. `rules` are in order of precedence: highest version first.
    init(
        name: [UInt8], rules: [Rule], switchedOff: Set<String>,
        edition: (Rule, Edition, VersionInterval) throws -> ServedEdition
    ) rethrows {
        var writer = EditionPlanWriter(name: name)
        let rulesByPlatform = Dictionary(grouping: rules, by: \.platform)
        for platform in Set(rulesByPlatform.keys).union(switchedOff).sorted() {
            try writer.addRow(
                platform, isSwitchedOff: switchedOff.contains(platform), rulesByPlatform[platform] ?? [],
                edition: edition)
        }
        bytes = writer.bytes
        editions = writer.editions
    }

    /// Returns true if these bytes are the feature's name.
    func isNamed(_ name: Span<UInt8>) -> Bool {
        let bytes = bytes.span
        return Self.contains(bytes, 4..<4 + Self.number(bytes, 0), name)
    }

    /// The bucket of clients that state none. Only full rollouts admit the last bucket.
    static var bucketIfNone: Int { RolloutBucket.count - 1 }

    /// Returns the result for a client of a known platform. `platform` is the platform's name in UTF-8, `key` the sort
    /// key of the client's version.
    ///
    /// It is inlined, so that a table that reads a plan in place does not retain the plan's arrays for the call: their
    /// reference counts are shared by all threads.
    @inline(__always)
    func outcome(platform: Span<UInt8>, key: [UInt8], bucket: Int) -> Outcome {
        switch Self.choice(platform: platform, key: key.span, bucket: bucket, in: bytes.span) {
        case .edition(let index): return .edition(editions[index])
        case .noConfig: return .noConfig
        case .switchedOff: return .switchedOff
        }
    }

    /// Returns what a plan with these bytes has for a client.
    private static func choice(
        platform: Span<UInt8>, key: Span<UInt8>, bucket: Int, in bytes: Span<UInt8>
    ) -> Choice {
        guard let row = row(of: platform, in: bytes) else { return .noConfig }
        if row.isSwitchedOff { return .switchedOff }
        let range = candidates(of: row, at: key, in: bytes)
        var place = row.candidates + range.lowerBound * pair
        for _ in range {
            if bucket < number(bytes, place) { return .edition(number(bytes, place + 4)) }
            place += pair
        }
        return .noConfig
    }

    /// Returns the arms for a client, in ascending order of their buckets; empty if there is no edition for its
    /// version, or the platform is switched off.
    func arms(platform: Span<UInt8>, key: [UInt8]) -> [Arm] {
        let bytes = bytes.span
        guard let row = Self.row(of: platform, in: bytes), !row.isSwitchedOff else { return [] }
        var arms: [Arm] = []
        for number in Self.candidates(of: row, at: key.span, in: bytes) {
            let place = row.candidates + number * Self.pair
            let buckets = Self.number(bytes, place)
            guard buckets > arms.last?.below ?? 0 else { continue }
            let arm = Arm(below: min(buckets, RolloutBucket.count), edition: editions[Self.number(bytes, place + 4)])
            // Two neighboring candidates with the same revision and bytes become one arm. They differ only in the
            // client versions that they state (`EditionPlanWriter.addRow`).
            if let last = arms.last, last.edition.identity.hash == arm.edition.identity.hash,
                last.edition.identity.revision == arm.edition.identity.revision
            {
                arms.removeLast()
            }
            arms.append(arm)
        }
        return arms
    }

    private static func row(of platform: Span<UInt8>, in bytes: Span<UInt8>) -> Row? {
        var place = 4 + number(bytes, 0)
        while place < bytes.count {
            let end = place + number(bytes, place)
            let name = place + 8..<place + 8 + number(bytes, place + 4)
            guard contains(bytes, name, platform) else {
                place = end
                continue
            }
            let count = number(bytes, name.upperBound + 1)
            let cuts = name.upperBound + 5
            let keys = cuts + count * pair
            return Row(
                isSwitchedOff: bytes[name.upperBound] != 0, cuts: cuts, segmentCount: count, keys: keys,
                candidates: count > 0 ? keys + number(bytes, keys - pair) : keys)
        }
        return nil
    }

    /// Returns the indices of the candidates of the segment that contains a version, given by its sort key.
    private static func candidates(of row: Row, at key: Span<UInt8>, in bytes: Span<UInt8>) -> Range<Int> {
        var (low, high) = (0, row.segmentCount)
        while low < high {
            let middle = (low + high) / 2
            if begins(segment: middle, of: row, after: key, in: bytes) { high = middle } else { low = middle + 1 }
        }
        guard low > 0 else { return 0..<0 }
        let cut = row.cuts + (low - 1) * pair
        return (low > 1 ? number(bytes, cut - pair + 4) : 0)..<number(bytes, cut + 4)
    }

    /// Returns true if all versions of a segment come after the given sort key.
    private static func begins(
        segment: Int, of row: Row, after key: Span<UInt8>, in bytes: Span<UInt8>
    ) -> Bool {
        let cut = row.cuts + segment * pair
        var place = row.keys + (segment > 0 ? number(bytes, cut - pair) : 0)
        let end = row.keys + number(bytes, cut)
        for index in key.indices {
            guard place < end else { return false }
            if bytes[place] != key[index] { return key[index] < bytes[place] }
            place += 1
        }
        return place < end
    }

    private static func number(_ bytes: Span<UInt8>, _ place: Int) -> Int {
        Int(bytes[place]) | Int(bytes[place + 1]) << 8 | Int(bytes[place + 2]) << 16 | Int(bytes[place + 3]) << 24
    }

    private static func contains(_ bytes: Span<UInt8>, _ range: Range<Int>, _ other: Span<UInt8>) -> Bool {
        guard range.count == other.count else { return false }
        for index in other.indices where bytes[range.lowerBound + index] != other[index] { return false }
        return true
    }
}
