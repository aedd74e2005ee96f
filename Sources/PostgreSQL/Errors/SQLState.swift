/// A five-character SQLSTATE as PostgreSQL reports it (PostgreSQL manual, appendix A).
package struct SQLState: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
    package init(stringLiteral value: String) { rawValue = value }

    package var description: String { rawValue }

    package static let uniqueViolation: SQLState = "23505"
    package static let readOnlyTransaction: SQLState = "25006"
    package static let failedTransaction: SQLState = "25P02"
    package static let serializationFailure: SQLState = "40001"
    package static let deadlockDetected: SQLState = "40P01"
    package static let undefinedTable: SQLState = "42P01"
    package static let insufficientPrivilege: SQLState = "42501"
    /// A lock was not free within `lock_timeout`.
    package static let lockNotAvailable: SQLState = "55P03"
    package static let adminShutdown: SQLState = "57P01"
    package static let crashShutdown: SQLState = "57P02"
    package static let cannotConnectNow: SQLState = "57P03"
}
