import Publishing
import SchemaRepository

/// The rules of one feature on one platform, split at every version where a rule begins or ends. Within a segment all
/// versions have the same candidates, so one binary search resolves a client.
struct SegmentTable: Sendable {
    /// An edition for the clients of a segment whose bucket is below `buckets`; 1,000 admits those without a bucket too.
    private struct Candidate {
        let buckets: Int
        let edition: ServedEdition
    }

    /// The end of one segment, and start of the next, in the shared arrays.
    private struct Cut {
        var keyEnd: Int
        var candidateEnd: Int
    }

    /// The sort keys of the segments' first versions, concatenated in ascending order. The last segment is open-ended.
    private var keys: [UInt8] = []
    /// The candidates of all segments, concatenated; each segment's in order of precedence.
    private var candidates: [Candidate] = []
    private var cuts: [Cut] = []

    /// Creates the table from `rules` in order of precedence: highest version first.
    init(rules: [Rule], edition: (Rule, Edition) throws -> ServedEdition) rethrows {
        var bounds: Set<[UInt8]> = []
        var spans: [(from: [UInt8], until: [UInt8]?, candidate: Candidate)] = []
        for rule in rules {
            for part in rule.editions {
                let candidate = Candidate(buckets: rule.percent.tenths, edition: try edition(rule, part))
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
                // Candidates after one that admits every client are never used.
                if span.candidate.buckets >= RolloutBucket.count { break }
            }
            cuts.append(Cut(keyEnd: keys.count, candidateEnd: candidates.count))
        }
    }

    /// Returns the edition for a version's sort key, or nil; a client without a bucket is excluded from partial
    /// rollouts.
    func edition(at key: [UInt8], bucket: Int?) -> ServedEdition? {
        for number in candidates(at: key) {
            let buckets = candidates[number].buckets
            if buckets >= RolloutBucket.count { return candidates[number].edition }
            if let bucket, bucket < buckets { return candidates[number].edition }
        }
        return nil
    }

    /// Returns the arms for a version's sort key in ascending order of their buckets.
    func arms(at key: [UInt8]) -> [Arm] {
        var arms: [Arm] = []
        for number in candidates(at: key) where candidates[number].buckets > (arms.last?.below ?? 0) {
            arms.append(
                Arm(below: min(candidates[number].buckets, RolloutBucket.count), edition: candidates[number].edition))
        }
        return arms
    }

    /// Returns the places of the candidates of the segment that contains a version, by its sort key.
    private func candidates(at key: [UInt8]) -> Range<Int> {
        let next = cuts.indices.partitionPoint { begins(segment: $0, after: key) }
        guard next > 0 else { return 0..<0 }
        return (next > 1 ? cuts[next - 2].candidateEnd : 0)..<cuts[next - 1].candidateEnd
    }

    /// Returns true if all versions of a segment come after the given sort key.
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
