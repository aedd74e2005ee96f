/// Matches the items of an old array with those of a new one.
///
/// Items are matched in three rounds: by a `tag`, `id`, `key` or `name` that is unique in each array; then by equal
/// content; then by similarity, in the gaps between matched items. The running time is proportional to the size of
/// both arrays, times the logarithm of the number of items.
struct ArrayMatching {
    /// The old position of each new item; nil for added ones.
    private(set) var oldPositions: [Int?]
    /// The new position of each old item; nil for removed ones.
    private(set) var newPositions: [Int?]

    private let old: [JSONValue]
    private let new: [JSONValue]
    private let comparison: JSONComparison

    init(_ old: [JSONValue], _ new: [JSONValue], by comparison: JSONComparison) {
        self.old = old
        self.new = new
        self.comparison = comparison
        oldPositions = Array(repeating: nil, count: new.count)
        newPositions = Array(repeating: nil, count: old.count)
        matchIdentities()
        matchContents()
        matchNeighbors()
    }

    /// The new positions of the moved items. As few as possible count as moved; all other matched items keep their
    /// order.
    var moved: Set<Int> { LongestIncreasingSubsequence.exceptions(in: oldPositions) }

    private mutating func match(_ oldPosition: Int, _ newPosition: Int) {
        oldPositions[newPosition] = oldPosition
        newPositions[oldPosition] = newPosition
    }

    private mutating func matchIdentities() {
        for identifier in ItemIdentity.identifiers {
            let positions = ItemIdentity.positions(of: old, by: identifier)
            guard !positions.isEmpty else { continue }
            for (identity, newPosition) in ItemIdentity.positions(of: new, by: identifier) {
                guard oldPositions[newPosition] == nil else { continue }
                guard let oldPosition = positions[identity], newPositions[oldPosition] == nil else { continue }
                match(oldPosition, newPosition)
            }
        }
    }

    /// Matches equal items: first at both ends, then anywhere.
    private mutating func matchContents() {
        var first = 0
        while first < min(old.count, new.count), matchIfEqual(first, first) { first += 1 }
        var last = 1
        while last <= min(old.count, new.count) - first, matchIfEqual(old.count - last, new.count - last) { last += 1 }
        var positions: [UInt64: [Int]] = [:]
        for position in old.indices.reversed() where newPositions[position] == nil {
            positions[old[position].digest(by: comparison), default: []].append(position)
        }
        for position in new.indices where oldPositions[position] == nil {
            let digest = new[position].digest(by: comparison)
            guard let candidate = positions[digest]?.last else { continue }
            guard old[candidate].isEqual(to: new[position], by: comparison) else { continue }
            positions[digest]?.removeLast()
            match(candidate, position)
        }
    }

    /// Matches two items if both are unmatched and equal. Returns true if they are matched with each other, now or
    /// before.
    private mutating func matchIfEqual(_ oldPosition: Int, _ newPosition: Int) -> Bool {
        if oldPositions[newPosition] == oldPosition { return true }
        guard newPositions[oldPosition] == nil, oldPositions[newPosition] == nil else { return false }
        guard old[oldPosition].isEqual(to: new[newPosition], by: comparison) else { return false }
        match(oldPosition, newPosition)
        return true
    }

    /// Matches similar items in each run of unmatched items that follows a matched item or begins the arrays; then,
    /// from the end, unmatched items directly before a matched one.
    private mutating func matchNeighbors() {
        var position = 0
        while position < new.count {
            guard oldPositions[position] == nil else {
                position += 1
                continue
            }
            let newRun = position..<(new[position...].indices.first { oldPositions[$0] != nil } ?? new.count)
            let start = position == 0 ? 0 : (oldPositions[position - 1] ?? -1) + 1
            let oldRun = start..<(old[start...].indices.first { newPositions[$0] != nil } ?? old.count)
            let likeness = SimilarItems(old[oldRun], new[newRun], by: comparison)
            for (oldPosition, newPosition) in likeness.pairs { match(oldPosition, newPosition) }
            position = newRun.upperBound
        }
        for position in new.indices.dropLast().reversed() where oldPositions[position] == nil {
            guard let next = oldPositions[position + 1], next > 0, newPositions[next - 1] == nil else { continue }
            if SimilarItems.mayMatch(old[next - 1], new[position]) { match(next - 1, position) }
        }
    }
}
