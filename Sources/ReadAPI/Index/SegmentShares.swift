import Publishing
import SchemaRepository

/// Finds, for each segment of versions, which buckets of clients get which part. A part is an edition of a rule: it has
/// an interval of versions and a percentage. A segment is an interval of versions in which the same parts apply.
///
/// The cost grows with the number of parts, segments and results, times the logarithm of the number of parts.
struct SegmentShares {
    /// The clients of a segment that get a part, given by the part's index: those of the buckets from `from` up to the
    /// percentage of the part.
    struct Share {
        let part: Int
        let from: Int
        /// The index of the block that contains the segment.
        let block: Int
    }

    /// A run of neighboring segments, as long as possible, in each of which some clients get the same part.
    struct Block {
        /// The index of the first segment.
        let start: Int
        /// For each segment, the lowest bucket that gets the part.
        private(set) var froms: [Int]
        /// The different lowest buckets, ascending.
        private var steps: [Int] = []
        /// For each segment the offset of the nearest earlier one with a higher lowest bucket; -1 if there is none.
        private var before: [Int] = []
        /// For each segment the offset of the nearest later one with a higher lowest bucket; the count if there is
        /// none.
        private var after: [Int] = []

        fileprivate init(start: Int, from: Int) {
            self.start = start
            froms = [from]
        }

        /// The index after the last segment.
        fileprivate var end: Int { start + froms.count }

        fileprivate mutating func append(from: Int) { froms.append(from) }

        /// Prepares `divisions` when all segments are added.
        fileprivate mutating func finish() {
            steps = Set(froms).sorted()
            before = Array(repeating: -1, count: froms.count)
            after = Array(repeating: froms.count, count: froms.count)
            for offset in froms.indices.dropFirst() {
                var nearest = offset - 1
                while nearest >= 0, froms[nearest] <= froms[offset] { nearest = before[nearest] }
                before[offset] = nearest
            }
            for offset in froms.indices.dropLast().reversed() {
                var nearest = offset + 1
                while nearest < froms.count, froms[nearest] <= froms[offset] { nearest = after[nearest] }
                after[offset] = nearest
            }
        }

        /// Divides the buckets that get the part in a segment, so that all buckets of a division get it in the same
        /// neighboring segments. Returns the first bucket of each division, ascending, and the indices of its segments.
        func divisions(at segment: Int) -> [(from: Int, segments: Range<Int>)] {
            let offset = segment - start
            var (low, high) = (before[offset], after[offset])
            let first = steps.partitionPoint { $0 >= froms[offset] }
            return steps[first...].map { from in
                while low >= 0, froms[low] <= from { low = before[low] }
                while high < froms.count, froms[high] <= from { high = after[high] }
                return (from, start + low + 1..<start + high)
            }
        }
    }

    /// The shares of each segment, in order of precedence.
    let shares: [[Share]]
    let blocks: [Block]

    /// Divides the clients of segments among parts in order of precedence: each part gets the buckets below its
    /// percentage that no earlier part gets. `parts` has the indices of each part's segments and its tenths of a
    /// percent.
    init(of parts: [(segments: Range<Int>, tenths: Int)], segmentCount: Int) {
        var begins: [[Int]] = Array(repeating: [], count: segmentCount + 1)
        var ends: [[Int]] = Array(repeating: [], count: segmentCount + 1)
        for (index, part) in parts.enumerated() where !part.segments.isEmpty {
            begins[part.segments.lowerBound].append(index)
            ends[part.segments.upperBound].append(index)
        }
        var blocks: [Block] = []
        var latest: [Int?] = Array(repeating: nil, count: parts.count)
        // For each part its tenths of a percent, or 0 if the part does not contain the current segment.
        var present = RankedMaximum(count: parts.count)
        shares = (0..<segmentCount).map { segment in
            for index in ends[segment] { present.set(0, at: index) }
            for index in begins[segment] { present.set(parts[index].tenths, at: index) }
            var found: [Share] = []
            var (next, taken) = (0, 0)
            while let index = present.first(from: next, above: taken) {
                if let block = latest[index], blocks[block].end == segment {
                    blocks[block].append(from: taken)
                } else {
                    latest[index] = blocks.count
                    blocks.append(Block(start: segment, from: taken))
                }
                found.append(Share(part: index, from: taken, block: latest[index] ?? 0))
                (next, taken) = (index + 1, parts[index].tenths)
            }
            return found
        }
        for index in blocks.indices { blocks[index].finish() }
        self.blocks = blocks
    }
}
