/// The formats of JSON Pointers (RFC 6901) and relative JSON Pointers.
enum PointerFormat {
    static func isPointer(_ text: ArraySlice<UInt8>) -> Bool {
        if text.isEmpty { return true }
        guard text.first == 0x2F else { return false }
        var isEscape = false
        for byte in text {
            if isEscape && byte != 0x30 && byte != 0x31 { return false }
            isEscape = byte == 0x7E
        }
        return !isEscape
    }

    /// Returns true for a number of levels up, followed by `#` or a pointer. The adjustment of an array index between
    /// them, such as in `0-1#`, which newer drafts define, is not accepted.
    static func isRelativePointer(_ text: [UInt8]) -> Bool {
        let levels = text.prefix(while: ASCII.isDigit)
        guard !levels.isEmpty, levels.count == 1 || levels.first != 0x30 else { return false }
        let rest = text.dropFirst(levels.count)
        return rest.elementsEqual([0x23]) || isPointer(rest)
    }
}
