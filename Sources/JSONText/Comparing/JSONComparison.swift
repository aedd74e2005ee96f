/// The rule by which two values are equal.
package enum JSONComparison: Sendable, Hashable {
    /// Compares numbers mathematically, strings by their decoded bytes, and members in any order.
    case meaning
    /// Compares numbers and strings as written, and members in their order; ignores only white space.
    case writing
}

extension JSONValue {
    /// Returns true if the values are equal. Comparing unequal values nearly always takes constant time, because their
    /// digests differ.
    ///
    /// The first call for a document computes its digests in time proportional to its length.
    package func isEqual(to other: JSONValue, by comparison: JSONComparison) -> Bool {
        guard digest(by: comparison) == other.digest(by: comparison) else { return false }
        return comparison == .meaning ? isEqual(to: other) : isWritten(like: other)
    }

    /// Returns a number that is the same for equal values, and for unequal ones only by chance.
    func digest(by comparison: JSONComparison) -> UInt64 { storage.digests(by: comparison)[index] }

    /// Returns true if the texts of the values differ in white space only.
    private func isWritten(like other: JSONValue) -> Bool {
        // The nodes of a value and of its content are consecutive.
        let count = contentEnd - index
        guard count == other.contentEnd - other.index else { return false }
        let (bytes, otherBytes) = (storage.bytes, other.storage.bytes)
        for offset in 0..<count {
            let node = storage.nodes[index + offset]
            let otherNode = other.storage.nodes[other.index + offset]
            guard node.kind == otherNode.kind else { return false }
            if node.kind == .array || node.kind == .object {
                guard node.count == otherNode.count else { return false }
            } else {
                guard bytes[node.range].elementsEqual(otherBytes[otherNode.range]) else { return false }
            }
        }
        return true
    }

    /// The index of the node after this value and its content.
    private var contentEnd: Int { kind == .array || kind == .object ? Int(node.next) : index + 1 }
}
