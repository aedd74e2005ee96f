/// The order in which two sides of a merge leave the items that both keep.
enum MergeOrders {
    /// Only my side changed it.
    case mine
    /// My side left it alone, or both changed it alike.
    case theirs
    /// Both sides changed it differently.
    case conflict

    init(_ mine: MergeSide, _ theirs: MergeSide) {
        let (myOrder, theirOrder) = (mine.kept.filter(theirs.keeps), theirs.kept.filter(mine.keeps))
        if Self.ascends(myOrder) || myOrder == theirOrder {
            self = .theirs
        } else {
            self = Self.ascends(theirOrder) ? .mine : .conflict
        }
    }

    /// True where the order of my side is used.
    var mineApplies: Bool { self == .mine }

    private static func ascends(_ positions: [Int]) -> Bool {
        zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }
    }
}
