import CLibPQ
import Logging

/// Receives the notices and warnings that the server sends with its answers, and logs their codes without their texts;
/// one per connection.
final class NoticeLog {
    private let logger = Logger(label: "galley.postgresql")
    /// True if a transaction was committed without the confirmation of its synchronous standby; set to false before
    /// each statement.
    var isUnconfirmed = false

    /// Makes this log the receiver of a connection's notices; the connection must not outlive this log.
    func receive(from connection: OpaquePointer) {
        PQsetNoticeReceiver(
            connection,
            { log, result in
                guard let log, let result else { return }
                Unmanaged<NoticeLog>.fromOpaque(log).takeUnretainedValue().add(result)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func add(_ result: OpaquePointer) {
        func field(_ code: Int32) -> String? { PQresultErrorField(result, code).map { String(cString: $0) } }
        // If the wait for a synchronous standby is canceled, COMMIT succeeds and only this warning shows it. Its text
        // is translated and its code is generic, but the name of the server's function is unique.
        if field(GALLEY_DIAG_SOURCE_FUNCTION) == "SyncRepWaitForLSN" { isUnconfirmed = true }
        logger.debug(
            "notice from the database",
            metadata: [
                "severity": "\(field(GALLEY_DIAG_SEVERITY) ?? "")", "sqlstate": "\(field(GALLEY_DIAG_SQLSTATE) ?? "")",
            ])
    }
}
