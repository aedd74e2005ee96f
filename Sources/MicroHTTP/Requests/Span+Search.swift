import Foundation

extension Span where Element == UInt8 {
    /// Returns the index of the first byte with a value at or after an index; `count` if there is none.
    package func firstIndex(of byte: UInt8, from start: Int) -> Int {
        guard start < count else { return count }
        return withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let found = memchr(base + start, Int32(byte), bytes.count - start)
            else { return bytes.count }
            return UnsafeRawPointer(found) - base
        }
    }

    /// Returns true if the bytes at an index begin with a text.
    package func has(_ text: StaticString, at start: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard start <= count, length <= count - start else { return false }
        return withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return length == 0 }
            return memcmp(base + start, text.utf8Start, length) == 0
        }
    }
}
