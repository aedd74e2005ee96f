/// One value or one member name in the storage: 16 bytes.
///
/// Nodes stand in text order; a member is the node of its name followed by those of its value, so an object's nodes
/// are itself, then name, value, name, value …; each value with all that it contains.
struct JSONNode: Sendable {
    static let escaped: UInt32 = 1 << 3
    static let isTrue: UInt32 = 1 << 4
    /// A number of digits alone, with or without a minus sign, that an `Int` surely holds.
    static let plainInteger: UInt32 = 1 << 5

    /// The offset of the first byte.
    let start: UInt32
    /// The offset after the last byte.
    var end: UInt32
    /// A kind in three bits, five flags, and the number of elements or members in 24 bits.
    var info: UInt32
    /// Of a value: the index of the node after it and all it contains. Of a name: the hash of its decoded bytes.
    var next: UInt32

    var kind: JSONValue.Kind { JSONValue.Kind(rawValue: UInt8(truncatingIfNeeded: info & 7)) ?? .null }
    var count: Int { Int(info >> 8) }
    var range: Range<Int> { Int(start)..<Int(end) }

    func has(_ flag: UInt32) -> Bool { info & flag != 0 }
}
