/// The array of one side of a merge, with its items matched to those of the base.
struct MergeSide {
    private let items: [JSONValue]
    private let matching: ArrayMatching
    /// The added items by the position of the base item that they follow; under -1 those at the start of the array.
    private var additions: [Int: [JSONValue]] = [:]

    init(_ base: [JSONValue], _ array: JSONValue) {
        items = Array(array.elements)
        matching = ArrayMatching(base, items, by: .writing)
        var previous = -1
        for (position, item) in items.enumerated() {
            if let kept = matching.oldPositions[position] {
                previous = kept
            } else {
                additions[previous, default: []].append(item)
            }
        }
    }

    /// The positions of the kept items of the base in this side's order.
    var kept: [Int] { matching.oldPositions.compactMap { $0 } }

    /// -1 for the start of the array, then all positions of the base in this side's order. A removed item follows the
    /// item before it in the base.
    var sequence: [Int] {
        var sequence: [Int] = []
        for position in [-1] + kept {
            sequence.append(position)
            var removed = position + 1
            while removed < matching.newPositions.count, matching.newPositions[removed] == nil {
                sequence.append(removed)
                removed += 1
            }
        }
        return sequence
    }

    /// Returns this side's item for a position of the base; nil if this side removed it, and for the start (-1).
    func counterpart(of position: Int) -> JSONValue? {
        position < 0 ? nil : matching.newPositions[position].map { items[$0] }
    }

    /// Returns true if an item of the base is kept.
    func keeps(_ position: Int) -> Bool { matching.newPositions[position] != nil }

    /// Returns the items added after a position of the base.
    func added(after position: Int) -> [JSONValue] { additions[position] ?? [] }

    /// Returns true if both sides added an item with the same identity, but after different items of the base.
    func additionsConflict(with other: MergeSide) -> Bool {
        let mine = identities
        return !mine.isEmpty && other.identities.contains { mine[$0.key] ?? $0.value != $0.value }
    }

    /// The position of the base item that each added item with an identity follows; -1 at the start of the array.
    private var identities: [ItemIdentity: Int] {
        var identities: [ItemIdentity: Int] = [:]
        for (position, items) in additions {
            for item in items { if let identity = ItemIdentity.first(of: item) { identities[identity] = position } }
        }
        return identities
    }
}
