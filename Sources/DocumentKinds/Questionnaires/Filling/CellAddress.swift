/// The address of a value in a questionnaire: the key of a cell, and one entry of each list that contains the cell.
package struct CellAddress: Sendable, Hashable {
    package let key: String

    /// The indices of the entries, outermost list first; empty outside lists.
    package let entries: [Int]

    package init(_ key: String, entries: [Int] = []) {
        self.key = key
        self.entries = entries
    }
}
