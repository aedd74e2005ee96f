import JSONText

/// The address of a value in a questionnaire: the key of a cell, and one entry of each list that contains the cell.
package struct CellAddress: Sendable, Hashable {
    package let key: String

    /// The indices of the entries, outermost list first; empty outside lists.
    package let entries: [Int]

    package init(_ key: String, entries: [Int] = []) {
        self.key = key
        self.entries = entries
    }

    /// Returns true if the keys have the same code points and the entries are the same.
    package static func == (left: CellAddress, right: CellAddress) -> Bool {
        left.entries == right.entries && left.key.isExactly(right.key)
    }

    /// Hashes the entries and the code points of the key.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(entries)
        for byte in key.utf8 { hasher.combine(byte) }
    }
}
