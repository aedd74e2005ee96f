import JSONText

/// A hash table from byte strings to their positions in a list, to find properties and constants.
///
/// Keys are compared byte by byte, never by canonical equivalence. Members carry their hash, so that a lookup neither
/// decodes nor copies a name.
struct ByteTable: Sendable {
    private var slots: [Int32]
    private let keys: [JSONName]

    /// Creates a table of keys; of equal keys the first is found.
    init(_ keys: [[UInt8]]) {
        let keys = keys.map(JSONName.init(utf8:))
        self.keys = keys
        var capacity = 4
        while capacity < keys.count * 2 { capacity *= 2 }
        slots = Array(repeating: -1, count: capacity)
        for (index, key) in keys.enumerated() where position(key.hash, { keys[$0] == key }) == nil {
            var slot = Int(key.hash) & (capacity - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (capacity - 1) }
            slots[slot] = Int32(index)
        }
    }

    /// The position of a key, or nil.
    subscript(_ key: [UInt8]) -> Int? {
        let key = JSONName(utf8: key)
        return position(key.hash) { keys[$0] == key }
    }

    /// The position of a member's name, or nil.
    subscript(_ member: JSONMember) -> Int? {
        position(member.nameHash) { member.isNamed(keys[$0].utf8) }
    }

    /// The position of a string value; nil if it is absent or not a string.
    subscript(_ value: JSONValue) -> Int? {
        guard let hash = value.stringHash else { return nil }
        return position(hash) { value.isString(keys[$0].utf8) }
    }

    private func position(_ hash: UInt32, _ isKey: (Int) -> Bool) -> Int? {
        let mask = slots.count - 1
        var slot = Int(hash) & mask
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if keys[index].hash == hash && isKey(index) { return index }
            slot = (slot + 1) & mask
        }
        return nil
    }
}
