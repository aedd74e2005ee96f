/// What went wrong between Galley and PostgreSQL.
///
/// `description` tells only what can hold no value of a statement, so that none reaches a page, a response or a log by
/// accident; what a developer or an operator at the terminal needs besides is in `debugDescription`.
package struct PostgreSQLError: Error, Sendable, Hashable {
    /// Where it went wrong.
    package enum Kind: Sendable, Hashable {
        /// No connection could be made.
        case connectionFailed
        /// The connection ended during a call.
        case connectionLost
        /// The call's deadline passed; the connection has been closed.
        case timeout
        /// Every connection of the pool stayed in use until the deadline.
        case poolExhausted
        /// The server refused the statement; the connection is still good.
        case server
        /// The transaction is committed here, but a synchronous standby has not confirmed it.
        case unconfirmed
        /// A value is not of the type that was asked for.
        case decoding
        /// The caller asked for what cannot be done, such as a transaction in a transaction.
        case usage
    }

    package let kind: Kind
    /// The server's code; nil when the error is not the server's.
    package let sqlState: SQLState?
    /// The primary message, which may contain values.
    package let message: String
    /// The name of the violated constraint.
    package let constraint: String?
    /// Whether the statement, or the transaction it committed, may have taken effect nevertheless.
    package let isCommitUnknown: Bool
    /// Detail, hint and context of the server, which may contain values.
    package let detail: String?
    /// Where in the statement's text the server stopped: a number of characters from 1.
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

    /// Whether the same work may succeed when it is tried again in a new transaction.
    package var isTransient: Bool {
        switch kind {
        case .connectionFailed, .connectionLost, .timeout, .poolExhausted: true
        case .server:
            sqlState == .serializationFailure || sqlState == .deadlockDetected || sqlState == .cannotConnectNow
        case .unconfirmed, .decoding, .usage: false
        }
    }

    /// True if the database cannot be used now, whatever is asked of it: it does not answer, is stopping or starting,
    /// or has not been given its tables yet.
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
        if isCommitUnknown { parts.append("it is unknown whether it took effect") }
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
