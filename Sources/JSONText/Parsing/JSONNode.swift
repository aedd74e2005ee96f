/// One value or one member name in the storage: 16 bytes.
///
/// Nodes are in text order: the node of an array is followed by those of its items, the node of an object by those of
/// its names and values in turn (name, value, name, value, …).
struct JSONNode: Sendable {
    /// Marks a string or name that contains an escape.
    static let escaped: UInt32 = 1 << 3
    /// Marks the literal `true`.
    static let isTrue: UInt32 = 1 << 4
    /// Marks a number that consists of digits and an optional minus sign and certainly fits an `Int`.
    static let plainInteger: UInt32 = 1 << 5
    /// Marks the name of a member.
    static let name: UInt32 = 1 << 6

    /// The offset of the first byte.
    var start: UInt32
    /// The offset after the last byte.
    var end: UInt32
    /// A kind in three bits, flags in five bits, and the number of items or members in 24 bits.
    var info: UInt32
    /// For a value, the index of the node after it and its content. For a name, the hash of its decoded bytes.
    var next: UInt32

    var kind: JSONValue.Kind { JSONValue.Kind(rawValue: UInt8(truncatingIfNeeded: info & 7)) ?? .null }
    var count: Int { Int(info >> 8) }
    var range: Range<Int> { Int(start)..<Int(end) }

    func has(_ flag: UInt32) -> Bool { info & flag != 0 }
}
