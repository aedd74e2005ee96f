import Publishing
import SchemaRepository

/// The rules of one feature on one platform, cut where any of them begins or ends: between two cuts all client
/// versions have the same candidates, so that a client is resolved by one binary search.
struct SegmentTable: Sendable {
    /// An edition for the clients of a segment whose bucket is below `percent`.
    private struct Candidate {
        let percent: Int
        let edition: ServedEdition
    }

    /// Where one segment ends in the arrays that all share, and the next begins.
    private struct Cut {
        var keyEnd: Int
        var candidateEnd: Int
    }

    /// Where each segment begins: sort keys one after the other, ascending. The last segment has no end.
    private var keys: [UInt8] = []
    /// The candidates of the segments one after the other, each in the order in which they are asked.
    private var candidates: [Candidate] = []
    private var cuts: [Cut] = []

    /// `rules` in the order in which they are asked: highest version first.
    init(rules: [Rule], edition: (Rule, Edition) throws -> ServedEdition) rethrows {
        var bounds: Set<[UInt8]> = []
        var spans: [(from: [UInt8], until: [UInt8]?, candidate: Candidate)] = []
        for rule in rules {
            for part in rule.editions {
                let candidate = Candidate(percent: rule.percent, edition: try edition(rule, part))
                spans.append((part.from.sortKey, part.until?.sortKey, candidate))
                bounds.insert(part.from.sortKey)
                if let until = part.until { bounds.insert(until.sortKey) }
            }
        }
        for bound in bounds.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            keys += bound
            for span in spans where !bound.lexicographicallyPrecedes(span.from) {
                guard span.until.map({ bound.lexicographicallyPrecedes($0) }) ?? true else { continue }
                candidates.append(span.candidate)
                // Whoever comes after one that admits everybody is never asked.
                if span.candidate.percent >= 100 { break }
            }
            cuts.append(Cut(keyEnd: keys.count, candidateEnd: candidates.count))
        }
    }

    /// What a version with this sort key gets; a client without a bucket is outside every partial rollout.
    func edition(at key: [UInt8], bucket: Int?) -> ServedEdition? {
        var low = 0
        var high = cuts.count
        while low < high {
            let middle = (low + high) / 2
            if begins(segment: middle, after: key) { high = middle } else { low = middle + 1 }
        }
        guard low > 0 else { return nil }
        for number in (low > 1 ? cuts[low - 2].candidateEnd : 0)..<cuts[low - 1].candidateEnd {
            let percent = candidates[number].percent
            if percent >= 100 { return candidates[number].edition }
            if let bucket, bucket < percent { return candidates[number].edition }
        }
        return nil
    }

    /// Whether all versions of a segment come after the one with this sort key.
    private func begins(segment: Int, after key: [UInt8]) -> Bool {
        var place = segment > 0 ? cuts[segment - 1].keyEnd : 0
        let end = cuts[segment].keyEnd
        for byte in key {
            guard place < end else { return false }
            if keys[place] != byte { return byte < keys[place] }
            place += 1
        }
        return place < end
    }
}
