/// Pairs similar items of two runs of unmatched items; the pairs ascend in both arrays.
struct SimilarItems {
    /// The maximum number of items in runs whose items are all compared with each other; the items of longer runs are
    /// paired in their order.
    private static let longestRun = 24
    /// The maximum number of elements or members of an item that are compared.
    private static let mostParts = 24
    /// The names of members that contain the type of an item.
    private static let types = ["type", "kind"].map { JSONName($0) }

    /// The positions of the pairs in the old and the new array.
    private(set) var pairs: [(old: Int, new: Int)] = []

    init(_ old: ArraySlice<JSONValue>, _ new: ArraySlice<JSONValue>, by comparison: JSONComparison) {
        if old.count <= Self.longestRun, new.count <= Self.longestRun, old.count + new.count > 2 {
            pairMostSimilar(old, new, by: comparison)
        } else {
            for (oldPosition, newPosition) in zip(old.indices, new.indices)
            where Self.mayMatch(old[oldPosition], new[newPosition]) {
                pairs.append((oldPosition, newPosition))
            }
        }
    }

    /// Chooses ascending pairs with the greatest sum of scores; the score of a pair is 1, and 2 more for each element
    /// or member that both items have.
    private mutating func pairMostSimilar(
        _ old: ArraySlice<JSONValue>, _ new: ArraySlice<JSONValue>, by comparison: JSONComparison
    ) {
        let (old, oldStart) = (Array(old), old.startIndex)
        let (new, newStart) = (Array(new), new.startIndex)
        let oldParts = old.map { Self.parts(of: $0, by: comparison) }
        let newParts = new.map { Self.parts(of: $0, by: comparison) }
        var scores = [[Int]](repeating: Array(repeating: 0, count: new.count), count: old.count)
        // The greatest sum of scores for the old items from `i` on and the new items from `j` on.
        var best = [[Int]](repeating: Array(repeating: 0, count: new.count + 1), count: old.count + 1)
        for i in old.indices.reversed() {
            for j in new.indices.reversed() {
                if Self.mayMatch(old[i], new[j]) { scores[i][j] = 1 + 2 * oldParts[i].intersection(newParts[j]).count }
                let pair = scores[i][j] > 0 ? scores[i][j] + best[i + 1][j + 1] : 0
                best[i][j] = max(pair, best[i + 1][j], best[i][j + 1])
            }
        }
        var (i, j) = (0, 0)
        while i < old.count, j < new.count {
            if scores[i][j] > 0, best[i][j] == scores[i][j] + best[i + 1][j + 1] {
                pairs.append((oldStart + i, newStart + j))
                (i, j) = (i + 1, j + 1)
            } else if best[i][j] == best[i + 1][j] {
                i += 1
            } else {
                j += 1
            }
        }
    }

    /// Returns true unless the items have different kinds, identities or types. An identity or type that only one of
    /// them has is not a difference.
    static func mayMatch(_ old: JSONValue, _ new: JSONValue) -> Bool {
        guard old.kind == new.kind else { return false }
        guard old.kind == .object else { return true }
        if let identity = ItemIdentity.first(of: old), let other = ItemIdentity.first(of: new), identity != other {
            return false
        }
        return types.allSatisfy { name in
            guard let type = old.member(name)?.value, let other = new.member(name)?.value else { return true }
            return type.isEqual(to: other)
        }
    }

    /// Returns the digests of the first `mostParts` elements or members of a value.
    private static func parts(of value: JSONValue, by comparison: JSONComparison) -> Set<UInt64> {
        let items = value.elements.prefix(mostParts).map { $0.digest(by: comparison) }
        let members = value.members.prefix(mostParts).map {
            NameHash.mix(UInt64($0.nameHash)) ^ $0.value.digest(by: comparison)
        }
        return Set(items + members)
    }
}
