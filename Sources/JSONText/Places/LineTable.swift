/// Where the lines of a text begin; turns byte offsets into lines and columns.
///
/// Works on any bytes: a byte that is not UTF-8 counts as one column. A byte order mark counts as a column.
package struct LineTable: Sendable {
    private static let blockSize = 1024

    private let bytes: [UInt8]
    /// The offset at which each line begins.
    private let starts: [Int]
    /// The UTF-16 length of the text before each block; empty when the text is ASCII throughout.
    private let lengths: [Int]

    /// Reads the text once.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        var isASCII = true
        let text = bytes.span
        for offset in text.indices {
            let byte = text[offset]
            if byte == 0x0A {
                starts.append(offset + 1)
            } else if byte == 0x0D {
                if offset + 1 == text.count || text[offset + 1] != 0x0A { starts.append(offset + 1) }
            } else if byte >= 0x80 {
                isASCII = false
            }
        }
        self.starts = starts
        var lengths: [Int] = []
        if !isASCII {
            var length = 0
            for offset in text.indices {
                if offset % Self.blockSize == 0 { lengths.append(length) }
                length += Self.utf16Length(text[offset])
            }
            lengths.append(length)
        }
        self.lengths = lengths
    }

    /// How many lines the text has; the empty text has one.
    package var count: Int { starts.count }

    /// The place of a byte; offsets outside the text are moved to its nearest end.
    package func position(at offset: Int) -> SourcePosition {
        let offset = max(0, min(offset, bytes.count))
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        let start = starts[low]
        let column = lengths.isEmpty ? offset - start : utf16Length(before: offset) - utf16Length(before: start)
        return SourcePosition(line: low + 1, column: column + 1, offset: offset)
    }

    /// The places of both ends of a range of bytes.
    package func range(_ range: Range<Int>) -> SourceRange {
        SourceRange(start: position(at: range.lowerBound), end: position(at: range.upperBound))
    }

    private func utf16Length(before offset: Int) -> Int {
        let block = offset / Self.blockSize
        guard block < lengths.count else { return lengths[lengths.count - 1] }
        var length = lengths[block]
        let text = bytes.span
        for index in (block * Self.blockSize)..<offset { length += Self.utf16Length(text[index]) }
        return length
    }

    /// A character's UTF-16 units are counted at its first byte.
    private static func utf16Length(_ byte: UInt8) -> Int {
        if byte & 0xC0 == 0x80 { return 0 }
        return byte >= 0xF0 ? 2 : 1
    }
}
