/// One value of a row in its binary form, ready to be decoded.
package struct Cell: Sendable {
    /// The column's name, for error messages.
    package let column: String
    let type: SQLType
    /// The bytes; nil for NULL.
    package let bytes: ArraySlice<UInt8>?

    /// Returns the bytes; throws if the value is NULL or not of one of `types`.
    func bytes(of types: [SQLType], as wanted: String) throws(PostgreSQLError) -> ArraySlice<UInt8> {
        guard let bytes, types.contains(type) else { throw mismatch(wanted) }
        return bytes
    }

    /// Returns the error of kind `.decoding` that says that the cell is not `wanted`, such as “String”.
    package func mismatch(_ wanted: String) -> PostgreSQLError {
        let found = bytes == nil ? "NULL" : "\(type)"
        return PostgreSQLError(kind: .decoding, message: "column \(column) is \(found), not \(wanted)")
    }
}
