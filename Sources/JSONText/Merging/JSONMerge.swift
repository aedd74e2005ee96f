/// The three-way merge of two documents that were changed from one base.
///
/// Changes that do not overlap are merged; an added item follows the item that it follows in its own document. There is
/// a conflict where both sides changed the same value, added the same member, added items at the same place of an array
/// or reordered the same array, unless they did so in the same way. There is also a conflict where one side removed a
/// value that the other changed. A whole array is in conflict if both sides added an item with the same `tag`, `id`,
/// `key` or `name` at different places. Moving an item that the other side removed is no conflict. Values are compared
/// as written, so another spelling of a number is a change. The running time is nearly proportional to the length of
/// the texts.
package struct JSONMerge: Sendable {
    /// The conflicts in the order of the merged text.
    package let conflicts: [MergeConflict]
    private let plan: MergePlan
    private let theirs: JSONDocument

    /// Merges `mine` into `theirs`. A value that only my side changed is written as in `mine`, with all the white space
    /// inside it; the rest of the text is kept as in `theirs`, including its white space where possible.
    package init(base: JSONDocument, mine: JSONDocument, theirs: JSONDocument) {
        var planner = MergePlanner()
        plan = planner.plan(base: base.root, mine: mine.root, theirs: theirs.root)
        conflicts = planner.conflicts
        self.theirs = theirs
    }

    /// Returns the merged text; `choose` decides each conflict.
    package func text(choosing choose: (MergeConflict) -> MergeConflict.Choice) -> [UInt8] {
        var writer = MergeWriter(choices: conflicts.map { $0.values(choose($0)) }, orders: conflicts.map(choose))
        let bytes = theirs.bytes
        writer.bytes += bytes[..<theirs.root.range.lowerBound]
        writer.write(plan)
        writer.bytes += bytes[theirs.root.range.upperBound...]
        return writer.bytes
    }
}
