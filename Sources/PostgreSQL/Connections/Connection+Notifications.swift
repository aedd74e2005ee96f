import CLibPQ
import Foundation

/// A notification that some session sent with `NOTIFY`.
package struct Notification: Sendable, Hashable {
    package let channel: String
    package let payload: String
    /// The number of the server process of the sending session.
    package let serverProcessID: Int
}

extension Connection {
    /// Subscribes this connection to a channel; throws on a standby server, which does not support `LISTEN`.
    package func listen(_ channel: String) throws(PostgreSQLError) {
        try execute("LISTEN \(identifier: channel)")
    }

    /// Returns the notifications that have arrived, or else the first ones that arrive within `duration`; empty if none
    /// did.
    ///
    /// Notifications sent while no connection listens are lost, so a caller must also query for changes from time to
    /// time.
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

    /// Returns true if the server has not closed the idle connection. Sends nothing and does not wait.
    func isStillOpen() -> Bool {
        guard let handle, PQstatus(handle) == CONNECTION_OK else { return false }
        // The server may send messages before it closes the connection, so everything that has arrived is read.
        while Deadline(in: .zero).wait(for: Int32(POLLIN), on: PQsocket(handle)) {
            guard PQconsumeInput(handle) == 1, PQstatus(handle) == CONNECTION_OK else { return false }
        }
        return true
    }
}
