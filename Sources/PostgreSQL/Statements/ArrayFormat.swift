/// The binary form of one-dimensional arrays: number of dimensions, NULL flag, element type, length, lower bound; then
/// for each element its length (−1 for NULL) and its bytes.
enum ArrayFormat {
    static func encode(_ elements: [[UInt8]?], type: SQLType) -> [UInt8] {
        let hasNulls = elements.contains { $0 == nil }
        var bytes = Int32(elements.isEmpty ? 0 : 1).bigEndianBytes
        bytes += Int32(hasNulls ? 1 : 0).bigEndianBytes
        bytes += type.rawValue.bigEndianBytes
        guard !elements.isEmpty else { return bytes }
        bytes += Int32(clamping: elements.count).bigEndianBytes
        bytes += Int32(1).bigEndianBytes
        for element in elements {
            guard let element else {
                bytes += Int32(-1).bigEndianBytes
                continue
            }
            bytes += Int32(clamping: element.count).bigEndianBytes
            bytes += element
        }
        return bytes
    }

    /// Returns the elements as cells of the element type.
    static func decode(_ cell: Cell) throws(PostgreSQLError) -> [Cell] {
        guard var rest = cell.bytes else { throw cell.mismatch("an array") }
        func next() throws(PostgreSQLError) -> Int32 {
            guard rest.count >= 4 else { throw cell.mismatch("an array") }
            defer { rest = rest.dropFirst(4) }
            return Int32(bigEndianBytes: rest.prefix(4))
        }
        let dimensions = try next()
        _ = try next()
        let type = SQLType(rawValue: UInt32(bitPattern: try next()))
        guard dimensions > 0 else { return [] }
        guard dimensions == 1 else { throw cell.mismatch("a one-dimensional array") }
        let count = try next()
        _ = try next()
        var elements: [Cell] = []
        for _ in 0..<max(0, count) {
            let length = Int(try next())
            guard length <= rest.count else { throw cell.mismatch("an array") }
            let bytes = length < 0 ? nil : rest.prefix(length)
            elements.append(Cell(column: cell.column, type: type, bytes: bytes))
            rest = rest.dropFirst(max(0, length))
        }
        return elements
    }
}

extension FixedWidthInteger {
    /// Creates an integer from big-endian bytes.
    init(bigEndianBytes bytes: some Sequence<UInt8>) {
        self = bytes.reduce(0) { ($0 << 8) | Self(truncatingIfNeeded: $1) }
    }
}
