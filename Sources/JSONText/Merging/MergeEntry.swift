/// The place of a member or item in its container, with the white space around it.
struct MergeEntry {
    /// True for the first member or item.
    let isFirst: Bool
    /// The array or object that contains the value.
    let container: JSONValue
    private let value: JSONValue
    /// The offset of a member's name or of an item's value.
    private let start: Int

    /// Finds the place of a value; nil for the root of a document.
    init?(of value: JSONValue) {
        guard let place = value.storage.places[value.index] else { return nil }
        container = JSONValue(storage: value.storage, index: place.container)
        isFirst = place.position == 0
        self.value = value
        start =
            container.kind == .object
            ? value.storage.nodes[value.index - 1].range.lowerBound : value.range.lowerBound
    }

    /// The white space before the name or value.
    var leadingSpace: ArraySlice<UInt8> { Self.space(before: start, of: value) }

    /// The white space between the value and the comma after it; empty for the last member or item.
    var spaceBeforeComma: ArraySlice<UInt8> {
        let bytes = value.storage.bytes
        var end = value.range.upperBound
        while Self.isSpace(bytes[end]) { end += 1 }
        return bytes[end] == UInt8(ascii: ",") ? bytes[value.range.upperBound..<end] : []
    }

    /// The white space before the bracket that closes the container.
    var closingSpace: ArraySlice<UInt8> { Self.space(before: container.range.upperBound - 1, of: container) }

    private static func space(before offset: Int, of value: JSONValue) -> ArraySlice<UInt8> {
        let bytes = value.storage.bytes
        var start = offset
        while isSpace(bytes[start - 1]) { start -= 1 }
        return bytes[start..<offset]
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
