import Publishing
import SchemaRepository

/// Writes the bytes of an `EditionPlan`.
struct EditionPlanWriter {
    /// An edition for the clients of a segment whose bucket is below `buckets`; 1,000 admits those without a bucket too.
    private struct Candidate {
        let buckets: Int
        let edition: Int
    }

    /// An edition of a rule.
    private struct Part {
        let rule: Rule
        let edition: Edition

        /// Returns the interval of neighboring segments, written as the part writes its own ends.
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
    private var numbers: [ObjectIdentifier: Int] = [:]

    init(name: [UInt8]) {
        append(name.count)
        bytes += name
    }

    /// Adds the row of a platform with its rules in order of precedence; `edition` returns the edition of a part of a rule
    /// for the versions whose clients get it.
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
        // The editions of the segment before by the numbers of their parts. A part that goes on keeps its edition; after an
        // interruption by other rules it has another one, which states the versions behind it.
        var before: [Int: Int] = [:]
        for (place, segment) in segments.enumerated() {
            keys += segment.from.sortKey
            var current: [Int: Int] = [:]
            for number in answering[place] {
                let part = parts[number]
                let known: Int
                if let same = before[number] {
                    known = same
                } else {
                    let end = answering[place...].firstIndex { !$0.contains(number) } ?? segments.endIndex
                    let range = part.range(of: segments[place..<end])
                    known = self.number(of: try edition(part.rule, part.edition, range))
                }
                candidates.append(Candidate(buckets: part.rule.percent.tenths, edition: known))
                current[number] = known
            }
            before = current
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

    /// Returns the numbers of the parts that clients of a version get, in order of precedence: each admits the buckets
    /// below its share that no part before it has.
    private static func answering(_ parts: [Part], at version: ClientVersion) -> [Int] {
        var found: [Int] = []
        var taken = 0
        for (number, part) in parts.enumerated() where taken < RolloutBucket.count {
            guard part.rule.percent.tenths > taken, part.edition.range.contains(version) else { continue }
            found.append(number)
            taken = part.rule.percent.tenths
        }
        return found
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
