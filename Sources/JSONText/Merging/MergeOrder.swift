/// The side whose order applies to the array items that both sides of a merge keep.
enum MergeOrder {
    /// Only my side changed the order.
    case mine
    /// My side did not change the order, or both sides changed it in the same way.
    case theirs
    /// The sides changed the order in different ways.
    case conflict

    init(_ mine: MergeSide, _ theirs: MergeSide) {
        let (myOrder, theirOrder) = (mine.kept.filter(theirs.keeps), theirs.kept.filter(mine.keeps))
        if Self.ascends(myOrder) || myOrder == theirOrder {
            self = .theirs
        } else {
            self = Self.ascends(theirOrder) ? .mine : .conflict
        }
    }

    /// True if the order of my side is used.
    var mineApplies: Bool { self == .mine }

    private static func ascends(_ positions: [Int]) -> Bool {
        zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }
    }
}
