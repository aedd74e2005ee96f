import CLibPQ
import Logging

/// Receives the notices that the server sends with its answers; one per connection.
final class NoticeLog {
    private let logger = Logger(label: "galley.postgresql")
    /// True if a commit since the last reset did not wait until its synchronous standby had confirmed it.
    var isUnconfirmed = false

    /// Makes this log the receiver of a connection's notices; the connection must not outlive it.
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
