/// Finds duplicate names in an object; reuses its table for the next object.
struct NameIndex: ~Copyable {
    /// The maximum number of members whose names are compared one by one.
    private static let small = 16

    private var slots: [UInt32] = []

    /// Returns true if two members of a complete object have the same name.
    mutating func hasDuplicate(_ nodes: borrowing [JSONNode], object: Int, text: borrowing [UInt8]) -> Bool {
        duplicate(nodes, object: object, text: text) != nil
    }

    /// Returns the first name node that repeats an earlier name of the object, and the node of that earlier name.
    mutating func duplicate(
        _ nodes: borrowing [JSONNode], object: Int, text: borrowing [UInt8]
    ) -> (name: Int, earlier: Int)? {
        let count = nodes[object].count
        if count <= Self.small { return duplicateAmongFew(nodes, object: object, text: text) }
        let capacity = 1 << (Int.bitWidth - (count * 2).leadingZeroBitCount)
        slots.removeAll(keepingCapacity: true)
        slots.append(contentsOf: repeatElement(0, count: capacity))
        var name = object + 1
        for _ in 0..<count {
            let hash = nodes[name].next
            var slot = Int(hash) & (capacity - 1)
            while slots[slot] != 0 {
                let earlier = Int(slots[slot])
                if nodes[earlier].next == hash, Self.areSame(nodes[name], nodes[earlier], text) {
                    return (name, earlier)
                }
                slot = (slot + 1) & (capacity - 1)
            }
            slots[slot] = UInt32(name)
            name = Int(nodes[name + 1].next)
        }
        return nil
    }

    /// Compares names of a small object; a 64-bit filter excludes most comparisons.
    private func duplicateAmongFew(
        _ nodes: borrowing [JSONNode], object: Int, text: borrowing [UInt8]
    ) -> (name: Int, earlier: Int)? {
        var sieve: UInt64 = 0
        var name = object + 1
        for _ in 0..<nodes[object].count {
            let hash = nodes[name].next
            let bit = UInt64(1) << UInt64(hash & 63)
            if sieve & bit != 0 {
                var earlier = object + 1
                while earlier < name {
                    if nodes[earlier].next == hash, Self.areSame(nodes[name], nodes[earlier], text) {
                        return (name, earlier)
                    }
                    earlier = Int(nodes[earlier + 1].next)
                }
            }
            sieve |= bit
            name = Int(nodes[name + 1].next)
        }
        return nil
    }

    private static func areSame(_ left: JSONNode, _ right: JSONNode, _ text: borrowing [UInt8]) -> Bool {
        let bytes = text.span
        let leftRange = (Int(left.start) + 1)..<(Int(left.end) - 1)
        let rightRange = (Int(right.start) + 1)..<(Int(right.end) - 1)
        if left.has(JSONNode.escaped) || right.has(JSONNode.escaped) {
            return Unescape.bytes(bytes, leftRange) == Unescape.bytes(bytes, rightRange)
        }
        guard leftRange.count == rightRange.count else { return false }
        for index in 0..<leftRange.count
        where bytes[leftRange.lowerBound + index] != bytes[rightRange.lowerBound + index] {
            return false
        }
        return true
    }
}
