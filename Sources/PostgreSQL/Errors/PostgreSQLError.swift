/// An error that occurred while Galley used PostgreSQL.
///
/// `description` contains nothing that could hold a value of a statement, so that no value reaches a page, a response
/// or a log by accident; `debugDescription` adds details for developers and operators.
package struct PostgreSQLError: Error, Sendable, Hashable {
    /// The kind of an error.
    package enum Kind: Sendable, Hashable {
        /// The connection could not be established.
        case connectionFailed
        /// The connection was closed before a call, or lost during it.
        case connectionLost
        /// The call's deadline passed; the connection has been closed.
        case timeout
        /// Every connection of the pool stayed in use for the pool's `patience`.
        case poolExhausted
        /// The server refused the statement; the connection is still usable.
        case server
        /// The transaction is committed on this server, but a synchronous standby has not confirmed it.
        case unconfirmed
        /// A value of a result does not have the requested type.
        case decoding
        /// The caller requested something impossible, such as a transaction inside a transaction.
        case usage
    }

    package let kind: Kind
    /// The server's code; nil if the error is not from the server.
    package let sqlState: SQLState?
    /// The primary message, which may contain values.
    package let message: String
    /// The name of the violated constraint; nil for any other error.
    package let constraint: String?
    /// True if the statement, or the transaction it committed, may have taken effect.
    package let isCommitUnknown: Bool
    /// The server's detail, hint and context, which may contain values.
    package let detail: String?
    /// The position in the statement's text at which the server found the error, in characters from 1; nil if unknown.
    package let position: Int?

    package init(
        kind: Kind, message: String, sqlState: SQLState? = nil, constraint: String? = nil,
        isCommitUnknown: Bool = false, detail: String? = nil, position: Int? = nil
    ) {
        self.kind = kind
        self.message = message
        self.sqlState = sqlState
        self.constraint = constraint
        self.isCommitUnknown = isCommitUnknown
        self.detail = detail
        self.position = position
    }

    /// True if the same work may succeed in a new transaction.
    package var isTransient: Bool {
        switch kind {
        case .connectionFailed, .connectionLost, .timeout, .poolExhausted: true
        case .server:
            [.serializationFailure, .deadlockDetected, .cannotConnectNow, .lockNotAvailable].contains(sqlState)
        case .unconfirmed, .decoding, .usage: false
        }
    }

    /// True if the server refused the values of the statement, because one of them violates a constraint (SQLSTATE
    /// class 23) or is not valid for its type or column (class 22). The same statement would usually be refused again.
    package var isRefusedData: Bool { sqlState.map { ["22", "23"].contains($0.rawValue.prefix(2)) } ?? false }

    /// True if the database cannot be used at all now: it does not answer, is starting or stopping, has no tables yet,
    /// or all connections of the pool are in use.
    package var isAway: Bool {
        switch kind {
        case .connectionFailed, .connectionLost, .timeout, .poolExhausted: true
        case .server: [.adminShutdown, .crashShutdown, .cannotConnectNow, .undefinedTable].contains(sqlState)
        case .unconfirmed, .decoding, .usage: false
        }
    }
}

extension PostgreSQLError: CustomStringConvertible, CustomDebugStringConvertible {
    package var description: String {
        var facts = [kind.words]
        if let sqlState { facts.append("SQLSTATE \(sqlState)") }
        if let constraint { facts.append("constraint \(constraint)") }
        return "database error: " + facts.joined(separator: ", ")
    }

    package var debugDescription: String {
        var parts = [description, message]
        if let detail { parts.append(detail) }
        if isCommitUnknown { parts.append("it is unknown whether the statement took effect") }
        return parts.joined(separator: "; ")
    }
}

extension PostgreSQLError.Kind {
    fileprivate var words: String {
        switch self {
        case .connectionFailed: "no connection"
        case .connectionLost: "connection lost"
        case .timeout: "no answer in time"
        case .poolExhausted: "all connections in use"
        case .server: "statement refused"
        case .unconfirmed: "not confirmed by the standby"
        case .decoding: "unexpected value"
        case .usage: "wrong use"
        }
    }
}
