import Publishing
import SchemaRepository

/// The rules of one feature on one platform, cut where any of them begins or ends: between two cuts all client
/// versions have the same candidates, so that a client is resolved by one binary search.
struct SegmentTable: Sendable {
    /// An edition for the clients of a segment whose bucket is below `percent`.
    struct Candidate: Sendable {
        let percent: Int
        let edition: ServedEdition
    }

    /// Where each segment begins: sort keys, ascending. The last one has no end.
    private let bounds: [[UInt8]]
    /// The candidates of each segment, in the order in which they are asked.
    private let candidates: [[Candidate]]

    /// `rules` in the order in which they are asked: highest version first.
    init(rules: [Rule], edition: (Rule, Edition) throws -> ServedEdition) rethrows {
        var cuts: Set<[UInt8]> = []
        var spans: [(from: [UInt8], until: [UInt8]?, candidate: Candidate)] = []
        for rule in rules {
            for part in rule.editions {
                let candidate = Candidate(percent: rule.percent, edition: try edition(rule, part))
                spans.append((part.from.sortKey, part.until?.sortKey, candidate))
                cuts.insert(part.from.sortKey)
                if let until = part.until { cuts.insert(until.sortKey) }
            }
        }
        bounds = cuts.sorted { $0.lexicographicallyPrecedes($1) }
        candidates = bounds.map { bound in
            var found: [Candidate] = []
            for span in spans where !bound.lexicographicallyPrecedes(span.from) {
                guard span.until.map({ bound.lexicographicallyPrecedes($0) }) ?? true else { continue }
                found.append(span.candidate)
                // Whoever comes after one that admits everybody is never asked.
                if span.candidate.percent >= 100 { break }
            }
            return found
        }
    }

    /// What a version with this sort key gets; a client without a bucket is outside every partial rollout.
    func edition(at key: [UInt8], bucket: Int?) -> ServedEdition? {
        var low = 0
        var high = bounds.count
        while low < high {
            let middle = (low + high) / 2
            if key.lexicographicallyPrecedes(bounds[middle]) { high = middle } else { low = middle + 1 }
        }
        guard low > 0 else { return nil }
        return candidates[low - 1].first { candidate in
            candidate.percent >= 100 || bucket.map { $0 < candidate.percent } ?? false
        }?.edition
    }
}
