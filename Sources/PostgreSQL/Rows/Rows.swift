import CLibPQ

/// The rows of a result, copied out of libpq.
package struct Rows: RandomAccessCollection, Sendable {
    let storage: RowStorage

    package var startIndex: Int { 0 }
    package var endIndex: Int { storage.rowCount }
    package subscript(position: Int) -> Row { Row(storage: storage, index: position) }
}

/// One row; read a value with `try row["name", as: String.self]`.
package struct Row: Sendable {
    let storage: RowStorage
    let index: Int

    /// The value of a named column. Throws an error of kind `.decoding` if the column is missing, or holds NULL (unless
    /// the type is optional) or another type.
    package subscript<Value: SQLDecodable>(_ column: String, as type: Value.Type = Value.self) -> Value {
        get throws(PostgreSQLError) {
            guard let number = storage.columnNumbers[column] else {
                throw PostgreSQLError(kind: .decoding, message: "there is no column \(column)")
            }
            return try Value(decoding: storage.cell(row: index, column: number))
        }
    }

    /// The value of a column by its index, from 0.
    package subscript<Value: SQLDecodable>(_ column: Int, as type: Value.Type = Value.self) -> Value {
        get throws(PostgreSQLError) {
            guard storage.columns.indices.contains(column) else {
                throw PostgreSQLError(kind: .decoding, message: "there is no column number \(column)")
            }
            return try Value(decoding: storage.cell(row: index, column: column))
        }
    }
}

/// All values of a result in one buffer.
final class RowStorage: Sendable {
    let columns: [(name: String, type: SQLType)]
    let columnNumbers: [String: Int]
    let rowCount: Int
    private let bytes: [UInt8]
    /// The byte range of each value, row by row; nil for NULL.
    private let ranges: [Range<Int>?]

    init(_ result: borrowing StatementResult) {
        let handle = result.handle
        columns = (0..<PQnfields(handle)).map { column in
            (String(cString: PQfname(handle, column)), SQLType(rawValue: PQftype(handle, column)))
        }
        // If two columns have the same name, the first one is found.
        columnNumbers = Dictionary(zip(columns.map(\.name), 0...)) { first, _ in first }
        let rowCount = PQntuples(handle)
        var bytes: [UInt8] = []
        var ranges: [Range<Int>?] = []
        ranges.reserveCapacity(Int(rowCount) * columns.count)
        for row in 0..<rowCount {
            for column in 0..<Int32(columns.count) {
                guard PQgetisnull(handle, row, column) == 0, let value = PQgetvalue(handle, row, column) else {
                    ranges.append(nil)
                    continue
                }
                let start = bytes.count
                let length = Int(PQgetlength(handle, row, column))
                bytes.append(contentsOf: UnsafeRawBufferPointer(start: value, count: length))
                ranges.append(start..<bytes.count)
            }
        }
        self.rowCount = Int(rowCount)
        self.bytes = bytes
        self.ranges = ranges
    }

    func cell(row: Int, column: Int) -> Cell {
        let range = ranges[row * columns.count + column]
        return Cell(column: columns[column].name, type: columns[column].type, bytes: range.map { bytes[$0] })
    }
}
