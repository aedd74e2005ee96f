/// A perfect-size hash table from byte strings to their positions in a list: how properties and constants are found.
///
/// Keys are compared byte by byte, never by canonical equivalence.
struct ByteTable: Sendable {
    private var slots: [Int32]
    private var keys: [[UInt8]]

    /// A table of distinct keys; of equal ones the first is found.
    init(_ keys: [[UInt8]]) {
        self.keys = keys
        var capacity = 4
        while capacity < keys.count * 2 { capacity *= 2 }
        slots = Array(repeating: -1, count: capacity)
        for (index, key) in keys.enumerated() where self[key] == nil {
            var slot = Self.hash(key) & (capacity - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (capacity - 1) }
            slots[slot] = Int32(index)
        }
    }

    /// The position of a key; nil where it is absent.
    subscript(_ key: [UInt8]) -> Int? {
        guard !keys.isEmpty else { return nil }
        let mask = slots.count - 1
        var slot = Self.hash(key) & mask
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if keys[index] == key { return index }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// FNV-1a; keys come from schemas, so nobody can choose them to collide with a document's.
    private static func hash(_ key: [UInt8]) -> Int {
        var hash: UInt32 = 2_166_136_261
        for byte in key { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return Int(hash ^ (hash >> 15))
    }
}
