/// Where a value of a questionnaire stands: at a cell, in one entry of each list around it.
package struct CellAddress: Sendable, Hashable {
    package let key: String

    /// The numbers of the entries, from 0, the outermost list first; empty outside of lists.
    package let entries: [Int]

    package init(_ key: String, entries: [Int] = []) {
        self.key = key
        self.entries = entries
    }
}
