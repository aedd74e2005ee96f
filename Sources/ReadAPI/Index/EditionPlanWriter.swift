import Publishing
import SchemaRepository

/// Writes the bytes of an `EditionPlan`.
struct EditionPlanWriter {
    /// An edition for the clients of a segment whose bucket is below `buckets`; 1,000 admits those without a bucket too.
    private struct Candidate {
        let buckets: Int
        let edition: Int
    }

    private(set) var bytes: [UInt8] = []
    /// The editions of all candidates, each once.
    private(set) var editions: [ServedEdition] = []
    private var numbers: [ObjectIdentifier: Int] = [:]

    init(name: [UInt8]) {
        append(name.count)
        bytes += name
    }

    /// Adds the row of a platform with its rules in order of precedence.
    mutating func addRow(
        _ platform: String, isSwitchedOff: Bool, _ rules: [Rule], edition: (Rule, Edition) throws -> ServedEdition
    ) rethrows {
        var bounds: Set<[UInt8]> = []
        var spans: [(from: [UInt8], until: [UInt8]?, candidate: Candidate)] = []
        for rule in rules {
            for part in rule.editions {
                let candidate = Candidate(buckets: rule.percent.tenths, edition: number(of: try edition(rule, part)))
                spans.append((part.from.sortKey, part.until?.sortKey, candidate))
                bounds.insert(part.from.sortKey)
                if let until = part.until { bounds.insert(until.sortKey) }
            }
        }
        var keys: [UInt8] = []
        var candidates: [Candidate] = []
        var cuts: [(keyEnd: Int, candidateEnd: Int)] = []
        for bound in bounds.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            keys += bound
            for span in spans where !bound.lexicographicallyPrecedes(span.from) {
                guard span.until.map({ bound.lexicographicallyPrecedes($0) }) ?? true else { continue }
                candidates.append(span.candidate)
                // Candidates after one that admits every client are never used.
                if span.candidate.buckets >= RolloutBucket.count { break }
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
