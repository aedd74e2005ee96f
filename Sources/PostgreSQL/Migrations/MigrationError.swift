/// Why the database could not be brought to this version's tables, in words for an operator.
package struct MigrationError: Error, Sendable, CustomStringConvertible {
    package let message: String
    /// What the database said, when it was the database.
    package let cause: PostgreSQLError?

    package init(_ message: String, cause: PostgreSQLError? = nil) {
        self.message = message
        self.cause = cause
    }

    package var description: String {
        guard let cause else { return message }
        return "\(message): \(cause.message)" + (cause.sqlState.map { " (SQLSTATE \($0))" } ?? "")
    }
}
