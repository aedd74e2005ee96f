import Publishing
import SchemaRepository

/// Writes the bytes of an `EditionPlan`.
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

        /// Returns the interval of neighboring segments. A bound that equals one of the edition's is spelled as there,
        /// for example `5.2` instead of `5.2.0`.
        func range(of segments: ArraySlice<VersionInterval>) -> VersionInterval {
            let from = segments.first?.from ?? edition.from
            let until = segments.last?.until
            return VersionInterval(
                from: from == edition.from ? edition.from : from, until: until == edition.until ? edition.until : until)
        }
    }

    /// The clients of a segment that get a part, given by the part's index: those of the buckets from `from` up to the
    /// percentage of the part's rule.
    private struct Share {
    /// The index in `editions` of each edition.
        let part: Int
        let from: Int
    }

    private(set) var bytes: [UInt8] = []
    /// The editions of all candidates, each once.
    private(set) var editions: [ServedEdition] = []
    private var numbers: [ObjectIdentifier: Int] = [:]

    init(name: [UInt8]) {
        append(name.count)
        bytes += name
    }

    /// Adds the row of a platform with its rules in order of precedence; `edition` returns the edition to serve for an
    /// edition of a rule and the versions whose clients get it.
    mutating func addRow(
        _ platform: String, isSwitchedOff: Bool, _ rules: [Rule],
        edition: (Rule, Edition, VersionInterval) throws -> ServedEdition
    ) rethrows {
        let parts = rules.flatMap { rule in rule.editions.map { Part(rule: rule, edition: $0) } }
        let segments = VersionInterval.between(parts.flatMap(\.edition.range.bounds))
        let answering = segments.map { Self.answering(parts, at: $0.from) }
        var keys: [UInt8] = []
        var candidates: [Candidate] = []
        var cuts: [(keyEnd: Int, candidateEnd: Int)] = []
        for (place, segment) in segments.enumerated() {
            keys += segment.from.sortKey
            for share in answering[place] {
                let part = parts[share.part]
                // If a partial rollout begins or ends beside this segment, the clients that it admits get this part in
                // fewer versions than the others. They then get an edition of their own, which states only these
                // versions.
                let widest = Self.run(of: share.part, forBucket: part.rule.percent.tenths - 1, at: place, answering)
                let others = answering[widest].joined().filter { $0.part == share.part && $0.from > share.from }
                let starts = [share.from] + Set(others.map(\.from)).sorted()
                for (start, end) in zip(starts, starts.dropFirst() + [part.rule.percent.tenths]) {
                    let versions = Self.run(of: share.part, forBucket: start, at: place, answering)
                    let served = try edition(part.rule, part.edition, part.range(of: segments[versions]))
                    candidates.append(Candidate(buckets: end, edition: number(of: served)))
                }
            }
            cuts.append((keys.count, candidates.count))
        }
        append(13 + platform.utf8.count + 8 * cuts.count + keys.count + 8 * candidates.count)
        append(platform.utf8.count)
        bytes += platform.utf8
        bytes.append(isSwitchedOff ? 1 : 0)
        append(cuts.count)
        for cut in cuts { append(cut.keyEnd, cut.candidateEnd) }
        bytes += keys
        for candidate in candidates { append(candidate.buckets, candidate.edition) }
    }

    /// Returns the parts that clients of a version get, in order of precedence: each part admits the buckets below its
    /// percentage that no earlier part admits.
    private static func answering(_ parts: [Part], at version: ClientVersion) -> [Share] {
        var found: [Share] = []
        var taken = 0
        for (number, part) in parts.enumerated() where taken < RolloutBucket.count {
            guard part.rule.percent.tenths > taken, part.edition.range.contains(version) else { continue }
            found.append(Share(part: number, from: taken))
            taken = part.rule.percent.tenths
        }
        return found
    }

    /// Returns the indices of the neighboring segments, including the one at `place`, in which the clients of a bucket
    /// get a part.
    private static func run(
        of part: Int, forBucket bucket: Int, at place: Int, _ answering: [[Share]]
    ) -> Range<Int> {
        func isElsewhere(_ shares: [Share]) -> Bool { !shares.contains { $0.part == part && $0.from <= bucket } }
        let before = answering[..<place].lastIndex(where: isElsewhere)
        let after = answering[place...].firstIndex(where: isElsewhere)
        return (before.map { $0 + 1 } ?? 0)..<(after ?? answering.endIndex)
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
