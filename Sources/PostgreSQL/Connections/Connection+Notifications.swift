import CLibPQ
import Foundation

/// A notification that a session sent with `NOTIFY`.
package struct Notification: Sendable, Hashable {
    package let channel: String
    package let payload: String
    /// The server process of the session that sent it.
    package let serverProcessID: Int
}

extension Connection {
    /// Has the server send this connection what is notified on a channel; fails on a standby.
    package func listen(_ channel: String) throws(PostgreSQLError) {
        try execute("LISTEN \(identifier: channel)")
    }

    /// The notifications that have come, or the first ones that come within `duration`; empty when none did.
    ///
    /// A notification is a hint: those sent while no connection listens are lost.
    package func notifications(waiting duration: Duration) throws(PostgreSQLError) -> [Notification] {
        let handle = try usable()
        let deadline = Deadline(in: duration)
        while true {
            guard PQconsumeInput(handle) == 1, PQstatus(handle) == CONNECTION_OK else {
                let error = PostgreSQLError(kind: .connectionLost, message: message(handle))
                close()
                throw error
            }
            let received = takeNotifications(handle)
            if !received.isEmpty || deadline.hasPassed { return received }
            _ = deadline.wait(for: Int32(POLLIN), on: PQsocket(handle))
        }
    }

    private func takeNotifications(_ handle: OpaquePointer) -> [Notification] {
        var received: [Notification] = []
        while let next = PQnotifies(handle) {
            defer { PQfreemem(next) }
            received.append(
                Notification(
                    channel: String(cString: next.pointee.relname), payload: String(cString: next.pointee.extra),
                    serverProcessID: Int(next.pointee.be_pid)))
        }
        return received
    }

    /// Whether the server has not closed the idle connection meanwhile; asks the socket only.
    func isStillOpen() -> Bool {
        guard let handle, PQstatus(handle) == CONNECTION_OK else { return false }
        // The server's last words come before the end of the stream.
        while Deadline(in: .zero).wait(for: Int32(POLLIN), on: PQsocket(handle)) {
            guard PQconsumeInput(handle) == 1, PQstatus(handle) == CONNECTION_OK else { return false }
        }
        return true
    }
}
