import CLibPQ

/// The owner of a `PGresult`, which it frees exactly once.
struct StatementResult: ~Copyable {
    let handle: OpaquePointer

    init(owning handle: OpaquePointer) { self.handle = handle }

    deinit { PQclear(handle) }

    var status: ExecStatusType { PQresultStatus(handle) }

    var isSuccess: Bool {
        status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || status == PGRES_EMPTY_QUERY
    }

    var isCopy: Bool { status == PGRES_COPY_IN || status == PGRES_COPY_OUT || status == PGRES_COPY_BOTH }

    /// The completed command, such as `COMMIT` or `INSERT 0 1`.
    var command: String { String(cString: PQcmdStatus(handle)) }

    var affectedRows: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }

    /// Returns a field of the server's error by its code (`PG_DIAG_…`), or nil if it is absent.
    func field(_ code: Int32) -> String? { PQresultErrorField(handle, code).map { String(cString: $0) } }

    func error(kind: PostgreSQLError.Kind, isCommitUnknown: Bool) -> PostgreSQLError {
        let detail = [
            field(GALLEY_DIAG_DETAIL).map { "detail: \($0)" }, field(GALLEY_DIAG_HINT).map { "hint: \($0)" },
            field(GALLEY_DIAG_CONTEXT).map { "context: \($0)" },
        ].compactMap { $0 }.joined(separator: "; ")
        return PostgreSQLError(
            kind: kind,
            message: field(GALLEY_DIAG_MESSAGE) ?? String(cString: PQresultErrorMessage(handle)).trimmedLines,
            sqlState: field(GALLEY_DIAG_SQLSTATE).map(SQLState.init(rawValue:)),
            constraint: field(GALLEY_DIAG_CONSTRAINT),
            isCommitUnknown: isCommitUnknown,
            detail: detail.isEmpty ? nil : detail,
            position: field(GALLEY_DIAG_POSITION).flatMap { Int($0) })
    }
}

extension String {
    /// The text with its lines joined by `; `, for messages of libpq.
    var trimmedLines: String {
        split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }.joined(separator: "; ")
    }
}
