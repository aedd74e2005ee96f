package import JSONText

/// A table of numbers by subschema and value; each number is an answer that the caller computed for that pair. Values
/// are those of a document and of its edited copies, distinguished by `JSONValue.identity`.
///
/// All subschemas must be of one compiled schema. Reading takes as many steps as the table has answers for the value.
/// Not generic, because a generic type of another module is not specialized; that made assembling editions a tenth
/// slower.
package struct ValueTable {
    private struct Entry {
        let schema: Int32
        /// The index of the next entry for the same value, or −1.
        let next: Int32
        let answer: Int
    }

    /// The index of the last entry for each value, or −1.
    private var last: [Int32] = []
    private var entries: [Entry] = []

    /// Creates an empty table.
    package init() {}

    /// Returns the answer for a value and a subschema, or nil.
    package func answer(for value: JSONValue, _ schema: SchemaNode) -> Int? { answer(for: value, schema.id) }

    /// Adds the answer for a value and a subschema, for which the table must have none yet.
    package mutating func add(_ answer: Int, for value: JSONValue, _ schema: SchemaNode) {
        add(answer, for: value, schema.id)
    }

    func answer(for value: JSONValue, _ schema: SchemaID) -> Int? {
        let value = value.identity
        guard value < last.count else { return nil }
        var index = last[value]
        while index >= 0 {
            let entry = entries[Int(index)]
            if entry.schema == schema { return entry.answer }
            index = entry.next
        }
        return nil
    }

    mutating func add(_ answer: Int, for value: JSONValue, _ schema: SchemaID) {
        let value = value.identity
        if value >= last.count { last.append(contentsOf: repeatElement(-1, count: value + 1 - last.count)) }
        entries.append(Entry(schema: Int32(schema), next: last[value], answer: answer))
        last[value] = Int32(entries.count - 1)
    }
}
