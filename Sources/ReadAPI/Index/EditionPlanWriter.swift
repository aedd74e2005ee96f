import Publishing
import SchemaRepository

/// Writes the bytes of an `EditionPlan`: for each platform, the segments of client versions, in each of which all
/// versions get the same editions.
struct EditionPlanWriter {
    /// An edition, by its index, for the clients of a segment whose bucket is below `buckets`; with 1,000 also for
    /// those without a bucket.
    private struct Candidate {
        let buckets: Int
        let edition: Int
    }

    /// An edition of a rule.
    private struct Part {
        let rule: Rule
        let edition: Edition

        /// Returns the interval of neighboring segments. A bound that equals a bound of the edition is spelled as in
        /// the edition, for example `5.2` instead of `5.2.0`.
        func range(of segments: ArraySlice<VersionInterval>) -> VersionInterval {
            let from = segments.first?.from ?? edition.from
            let until = segments.last?.until
            return VersionInterval(
                from: from == edition.from ? edition.from : from, until: until == edition.until ? edition.until : until)
        }
    }

    private(set) var bytes: [UInt8] = []
    /// The editions of all candidates, each once.
    private(set) var editions: [ServedEdition] = []
    /// The index in `editions` of each edition.
    private var numbers: [ObjectIdentifier: Int] = [:]

    init(name: [UInt8]) {
        append(name.count)
        bytes += name
    }

    /// Adds the row of a platform with its rules in order of precedence. `edition` gets a rule, one of its editions and
    /// the versions whose clients get this edition; it returns the edition to serve.
    mutating func addRow(
        _ platform: String, isSwitchedOff: Bool, _ rules: [Rule],
        edition: (Rule, Edition, VersionInterval) throws -> ServedEdition
    ) rethrows {
        let parts = rules.flatMap { rule in rule.editions.map { Part(rule: rule, edition: $0) } }
        let segments = VersionInterval.between(parts.flatMap(\.edition.range.bounds))
        let places = Dictionary(uniqueKeysWithValues: zip(segments.map(\.from), segments.indices))
        let answering = SegmentShares(
            of: parts.map { (Self.indices(of: $0.edition.range, places), $0.rule.percent.tenths) },
            segmentCount: segments.count)
        var keys: [UInt8] = []
        var candidates: [Candidate] = []
        var cuts: [(keyEnd: Int, candidateEnd: Int)] = []
        for (place, segment) in segments.enumerated() {
            keys += segment.from.sortKey
            for share in answering.shares[place] {
                let part = parts[share.part]
                // If a partial rollout begins or ends beside this segment, the clients in the rollout get this edition
                // of the rule in fewer versions than the other clients do. Their `ServedEdition` is a separate one,
                // which states only these versions.
                let divisions = answering.blocks[share.block].divisions(at: place)
                let ends = divisions.dropFirst().map(\.from) + [part.rule.percent.tenths]
                for (division, end) in zip(divisions, ends) {
                    let served = try edition(part.rule, part.edition, part.range(of: segments[division.segments]))
                    candidates.append(Candidate(buckets: end, edition: number(of: served)))
                }
            }
            cuts.append((keys.count, candidates.count))
        }
        // The size of the row: three numbers of 4 bytes, the byte for a switch-off, the name, the cuts, the keys, the
        // candidates.
        append(13 + platform.utf8.count + 8 * cuts.count + keys.count + 8 * candidates.count)
        append(platform.utf8.count)
        bytes += platform.utf8
        bytes.append(isSwitchedOff ? 1 : 0)
        append(cuts.count)
        for cut in cuts { append(cut.keyEnd, cut.candidateEnd) }
        bytes += keys
        for candidate in candidates { append(candidate.buckets, candidate.edition) }
    }

    /// Returns the indices of the segments of an interval; `places` has the index of each segment by its first version,
    /// and thus of every bound.
    private static func indices(of range: VersionInterval, _ places: [ClientVersion: Int]) -> Range<Int> {
        let from = places[range.from] ?? 0
        let until = range.until.map { places[$0] ?? from } ?? places.count
        return from..<max(from, until)
    }

    private mutating func number(of edition: ServedEdition) -> Int {
        let identity = ObjectIdentifier(edition)
        if let known = numbers[identity] { return known }
        numbers[identity] = editions.count
        editions.append(edition)
        return editions.count - 1
    }

    private mutating func append(_ numbers: Int...) {
        for number in numbers {
            for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
        }
    }
}
