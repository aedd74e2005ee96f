/// The three-way merge of two documents that were changed from one base.
///
/// Changes that do not overlap are merged. Where both sides changed the same value, added the same member, added items
/// at the same place, or put the same items in different orders, there is a conflict with both sides. A value that one
/// side removed and the other changed is a conflict too; the place of a removed item has no meaning. An added item
/// follows the item that it follows in its own document. Values are compared as written, so that a change of a number's
/// spelling is a change. The time is nearly proportional to the length of the texts.
package struct JSONMerge: Sendable {
    /// The conflicts in the order of the merged text.
    package let conflicts: [MergeConflict]
    private let plan: MergePlan
    private let carrier: JSONDocument

    /// Merges `mine` into `theirs`, whose text is kept byte for byte outside of my changes.
    package init(base: JSONDocument, mine: JSONDocument, theirs: JSONDocument) {
        var planner = MergePlanner()
        plan = planner.plan(base: base.root, mine: mine.root, theirs: theirs.root)
        conflicts = planner.conflicts
        carrier = theirs
    }

    /// Returns the merged text; `choose` decides each conflict.
    package func text(choosing choose: (MergeConflict) -> MergeConflict.Choice) -> [UInt8] {
        var writer = MergeWriter(choices: conflicts.map { $0.values(choose($0)) }, orders: conflicts.map(choose))
        let bytes = carrier.bytes
        writer.bytes += bytes[..<carrier.root.range.lowerBound]
        writer.write(plan)
        writer.bytes += bytes[carrier.root.range.upperBound...]
        return writer.bytes
    }
}
