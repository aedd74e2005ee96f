/// The reason why the migrations failed, written for operators.
package struct MigrationError: Error, Sendable, CustomStringConvertible {
    package let message: String
    /// The database's error, if there was one.
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
