/// Reads comma-separated values record by record (RFC 4180).
///
/// It skips a byte order mark and empty lines; records end with CR LF, LF or CR. After a fault, reading continues where
/// the next cell or record probably begins.
struct CSVReader {
    /// One value: its bytes without the quotes around it, and its range in the file with these quotes.
    struct Cell {
        let bytes: ArraySlice<UInt8>
        let range: Range<Int>
    }

    /// A violation of RFC 4180.
    struct Fault {
        let code: String
        let range: Range<Int>
        let message: String
    }

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D

    private let bytes: [UInt8]
    private let separator: UInt8
    private var offset: Int
    private var faults: [Fault] = []

    init(_ bytes: [UInt8], separator: UInt8 = UInt8(ascii: ",")) {
        self.bytes = bytes
        self.separator = separator
        offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Returns the next record's cells; nil at the end.
    mutating func next() -> [Cell]? {
        while offset < bytes.count, isLineEnd(bytes[offset]) { offset += 1 }
        guard offset < bytes.count else { return nil }
        var cells: [Cell] = []
        while true {
            cells.append(cell())
            guard offset < bytes.count, bytes[offset] == separator else { break }
            offset += 1
        }
        if offset < bytes.count { endLine() }
        return cells
    }

    /// Removes and returns the faults found so far, in order.
    mutating func takeFaults() -> [Fault] {
        defer { faults = [] }
        return faults
    }

    /// Reads a cell up to the separator or the end of the line.
    private mutating func cell() -> Cell {
        let start = offset
        guard offset < bytes.count, bytes[offset] == Self.quote else { return plainCell(from: start) }
        guard let content = quoted() else { return Cell(bytes: [], range: start..<offset) }
        let end = offset
        skipToEndOfCell()
        if offset > end {
            faults.append(
                Fault(
                    code: "csv.text-after-quote", range: end..<offset,
                    message: "There is text after the closing quote; write each quote inside a quoted value twice."))
        }
        return Cell(bytes: content, range: start..<end)
    }

    private mutating func plainCell(from start: Int) -> Cell {
        skipToEndOfCell()
        if let quote = bytes[start..<offset].firstIndex(of: Self.quote) {
            faults.append(
                Fault(
                    code: "csv.stray-quote", range: quote..<quote + 1,
                    message: "A value that contains a quote must be in quotes, with each inner quote written twice."))
        }
        return Cell(bytes: bytes[start..<offset], range: start..<offset)
    }

    private mutating func skipToEndOfCell() {
        while offset < bytes.count, bytes[offset] != separator, !isLineEnd(bytes[offset]) { offset += 1 }
    }

    /// Reads the text between quotes; nil at the end of the file if the closing quote is missing.
    private mutating func quoted() -> ArraySlice<UInt8>? {
        let start = offset
        var pieces: [UInt8] = []
        var pieceStart = offset + 1
        offset += 1
        while let quote = bytes[offset...].firstIndex(of: Self.quote) {
            offset = quote + 1
            guard offset < bytes.count, bytes[offset] == Self.quote else {
                if pieces.isEmpty { return bytes[pieceStart..<quote] }
                return (pieces + bytes[pieceStart..<quote])[...]
            }
            pieces += bytes[pieceStart..<offset]
            offset += 1
            pieceStart = offset
        }
        offset = bytes.count
        faults.append(
            Fault(
                code: "csv.unclosed-quote", range: start..<start + 1,
                message: "This quote is never closed; add the closing quote at the end of the value."))
        return nil
    }

    private mutating func endLine() {
        offset +=
            bytes[offset] == Self.carriageReturn && offset + 1 < bytes.count
                && bytes[offset + 1] == Self.lineFeed ? 2 : 1
    }

    private func isLineEnd(_ byte: UInt8) -> Bool { byte == Self.lineFeed || byte == Self.carriageReturn }
}
