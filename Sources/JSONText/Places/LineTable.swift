/// The line starts of a text; converts byte offsets to lines and columns.
///
/// Accepts any bytes; on a line with bytes that are not UTF-8, columns after them are approximate. A byte order mark
/// counts as one column.
package struct LineTable: Sendable {
    /// The length of a block in bytes.
    private static let blockSize = 1024

    private let bytes: [UInt8]
    /// The offset of the start of each line.
    private let starts: [Int]
    /// The length of the text before each block in UTF-16 units, then that of the whole text; empty if the text is all
    /// ASCII.
    private let lengths: [Int]

    /// Creates the table of a text.
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

    /// The number of lines; 1 for the empty text.
    package var count: Int { starts.count }

    /// Returns the position of a byte; offsets outside the text are moved to its nearest end.
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

    /// Returns the positions of both ends of a byte range.
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

    /// Returns the UTF-16 units of a character, counted at its first byte; 0 for its other bytes.
    private static func utf16Length(_ byte: UInt8) -> Int {
        if byte & 0xC0 == 0x80 { return 0 }
        return byte >= 0xF0 ? 2 : 1
    }
}
