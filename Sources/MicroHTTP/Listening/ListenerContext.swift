internal import CMicroHTTPD
import Foundation
import HTTPTypes

/// The state shared by the callbacks of a thread-per-connection daemon. It lives as long as the process, because a
/// daemon is started only once.
final class ListenerContext: Sendable {
    let configuration: ListenerConfiguration
    let watchdog: Watchdog
    let exchange: Exchange

    init(configuration: ListenerConfiguration, watchdog: Watchdog, exchange: Exchange) {
        self.configuration = configuration
        self.watchdog = watchdog
        self.exchange = exchange
    }

    /// The daemon's callbacks; their context retains this object.
    var callbacks: DaemonCallbacks {
        DaemonCallbacks(
            context: Unmanaged.passRetained(self).toOpaque(),
            handle: { context, connection, _, method, version, upload, uploadSize, state in
                guard let context, let connection, let method, let version, let uploadSize,
                    let current = state?.pointee
                else { return .NO }
                return ListenerContext.from(context).exchange.handle(
                    ClientConnection.from(current), connection, method: method, version: version, upload: upload,
                    uploadSize: uploadSize)
            },
            beginTarget: { _, uri, connection in
                guard let connection,
                    let info = galley_connection_info(connection, .CONNECTION_INFO_SOCKET_CONTEXT),
                    let context = info.pointee.socket_context
                else { return nil }
                ClientConnection.from(context).begin(target: uri)
                LibraryAnswers.remember(context)
                return context
            },
            connect: { context, connection, slot, code in
                guard let context, let connection, let slot else { return }
                let shared = ListenerContext.from(context)
                if code == .CONNECTION_NOTIFY_STARTED {
                    shared.watchdog.open(connection, slot, timeout: shared.configuration.headerTimeout)
                    shared.exchange.traffic.connectionOpened()
                } else {
                    shared.watchdog.closed(slot)
                    shared.exchange.traffic.connectionClosed()
                }
            },
            complete: { context, _, state, _ in
                guard let context, let current = state?.pointee else { return }
                let shared = ListenerContext.from(context)
                let connection = ClientConnection.from(current)
                connection.finish(shared.exchange.budget)
                connection.endReceiving()
                connection.close(at: Monotonic.after(shared.configuration.idleTimeout))
                connection.waitingSince = Monotonic.now()
            },
            accept: { context, address, _ in
                guard let context, let address else { return .YES }
                let watchdog = ListenerContext.from(context).watchdog
                watchdog.awaitRoom()
                return watchdog.admits(IPAddress(address)) ? .YES : .NO
            },
            report: LibraryAnswers.report)
    }

    private static func from(_ context: UnsafeMutableRawPointer) -> ListenerContext {
        Unmanaged<ListenerContext>.fromOpaque(context).takeUnretainedValue()
    }
}

extension ClientConnection {
    /// Returns the connection that a callback received as its context.
    static func from(_ context: UnsafeMutableRawPointer) -> ClientConnection {
        Unmanaged<ClientConnection>.fromOpaque(context).takeUnretainedValue()
    }
}
