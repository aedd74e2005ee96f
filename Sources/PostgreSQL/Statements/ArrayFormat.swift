/// The binary form of one-dimensional arrays: number of dimensions, NULL flag, element type, length, lower bound; then
/// for each element its length (−1 for NULL) and its bytes.
enum ArrayFormat {
    static func encode(_ elements: [[UInt8]?], type: SQLType) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(headSize + elements.reduce(0) { $0 + numberSize + ($1?.count ?? 0) })
        append(elements.isEmpty ? 0 : 1, to: &bytes)
        append(elements.contains { $0 == nil } ? 1 : 0, to: &bytes)
        bytes += type.rawValue.bigEndianBytes
        guard !elements.isEmpty else { return bytes }
        append(Int32(clamping: elements.count), to: &bytes)
        append(1, to: &bytes)
        for element in elements {
            append(element.map { Int32(clamping: $0.count) } ?? -1, to: &bytes)
            if let element { bytes += element }
        }
        return bytes
    }

    /// The size of a number, and of the five numbers before the elements, in bytes.
    private static let (numberSize, headSize) = (4, 20)

    /// Appends a number without creating an array for its bytes, because every element needs a number.
    private static func append(_ number: Int32, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Returns the elements as cells of the element type; throws if the cell is NULL or not a one-dimensional array.
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
