/// One value of a row in its binary form, as a type decodes it.
package struct Cell: Sendable {
    /// The column's name, for messages.
    package let column: String
    let type: SQLType
    /// nil is NULL.
    package let bytes: ArraySlice<UInt8>?

    /// The bytes, when the value is not NULL and of one of `types`.
    func bytes(of types: Set<SQLType>, as wanted: String) throws(PostgreSQLError) -> ArraySlice<UInt8> {
        guard let bytes, types.contains(type) else { throw mismatch(wanted) }
        return bytes
    }

    /// Says that the cell does not hold what was asked for.
    package func mismatch(_ wanted: String) -> PostgreSQLError {
        let found = bytes == nil ? "NULL" : "\(type)"
        return PostgreSQLError(kind: .decoding, message: "column \(column) is \(found), not \(wanted)")
    }
}
