extension MergePlanner {
    /// Plans an array: merges each item of the base with its matches on both sides, and puts added items after the
    /// items that they follow.
    mutating func planItems(_ base: JSONValue, _ mine: JSONValue, _ theirs: JSONValue) -> MergePlan {
        let items = Array(base.elements)
        let mySide = MergeSide(items, mine)
        let theirSide = MergeSide(items, theirs)
        if mySide.additionsConflict(with: theirSide) { return conflict(at: base.pointer, base, [mine], [theirs]) }

        let appliedOrder = MergeOrder(mySide, theirSide)
        var order: Int?
        if case .conflict = appliedOrder {
            _ = conflict(.order, at: base.pointer, base, [mine], [theirs])
            order = conflicts.count - 1
        }
        let sequence = appliedOrder.mineApplies ? mySide.sequence : theirSide.sequence
        // For each item of the base, the merged item and the items added after it. Index 0 has the items added at the
        // start of the array.
        var parts: [[MergePart]] = Array(repeating: [], count: items.count + 1)
        for position in sequence {
            let item = position < 0 ? nil : items[position]
            let (mine, theirs) = (mySide.counterpart(of: position), theirSide.counterpart(of: position))
            if let item, let plan = plan(at: item.pointer, base: item, mine: mine, theirs: theirs) {
                parts[position + 1].append(MergePart(member: nil, plan: plan, origin: theirs ?? mine ?? item))
            }
            let added = (mySide.added(after: position), theirSide.added(after: position))
            parts[position + 1] += addedParts(added.0, added.1, at: base.pointer.appending(position + 1))
        }
        if let order {
            return .ordered(
                conflict: order, shape: theirs, mine: mySide.sequence.flatMap { parts[$0 + 1] },
                theirs: theirSide.sequence.flatMap { parts[$0 + 1] })
        }
        return .container(shape: theirs, sequence.flatMap { parts[$0 + 1] })
    }

    private mutating func addedParts(
        _ mine: [JSONValue], _ theirs: [JSONValue], at pointer: @autoclosure () -> JSONPointer
    ) -> [MergePart] {
        let isSame = mine.count == theirs.count && zip(mine, theirs).allSatisfy { Self.areLike($0, $1) }
        if let origin = theirs.first, !mine.isEmpty, !isSame {
            return [MergePart(member: nil, plan: conflict(.addition, at: pointer(), nil, mine, theirs), origin: origin)]
        }
        return (theirs.isEmpty ? mine : theirs).map { MergePart(member: nil, plan: .value($0), origin: $0) }
    }
}
