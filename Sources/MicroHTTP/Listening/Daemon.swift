internal import CMicroHTTPD
import Foundation

/// The callbacks of a daemon. All but `report` get the same context.
struct DaemonCallbacks {
    typealias Handle =
        @convention(c) (
            UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
            UnsafePointer<CChar>?,
            UnsafePointer<CChar>?, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        ) -> MHD_Result
    typealias BeginTarget =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
        ) -> UnsafeMutableRawPointer?
    typealias Connect =
        @convention(c) (
            UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
            MHD_ConnectionNotificationCode
        ) -> Void
    typealias Complete =
        @convention(c) (
            UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
            MHD_RequestTerminationCode
        ) -> Void
    typealias Accept =
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<sockaddr>?, socklen_t) -> MHD_Result
    typealias Report = @convention(c) (UnsafePointer<CChar>?) -> Void

    var context: UnsafeMutableRawPointer
    var handle: Handle
    var beginTarget: BeginTarget
    var connect: Connect
    var complete: Complete
    /// Decides whether a new connection is accepted.
    var accept: Accept?
    /// Receives the library's log messages, among them announcements of answers that no handler gave
    /// (`LibraryAnswers`).
    var report: Report?
}

/// A libmicrohttpd daemon on a listening socket; closes the socket when it stops.
final class Daemon: @unchecked Sendable {
    let pointer: OpaquePointer

    init?(
        flags: [MHD_FLAG], socket: ListeningSocket, configuration: ListenerConfiguration, connectionLimit: Int,
        callbacks: DaemonCallbacks
    ) {
        var flags = flags
        let context = OpaquePointer(callbacks.context)
        var options: [any CVarArg] = [
            MHD_OPTION.LISTEN_SOCKET.rawValue, socket.descriptor,
            MHD_OPTION.CONNECTION_MEMORY_LIMIT.rawValue, configuration.poolSize,
            MHD_OPTION.CONNECTION_LIMIT.rawValue, UInt32(connectionLimit),
            // No timeout of the library, because the watchdog limits every wait for a client. The library would also
            // end answers to clients that are slow but not too slow, because it sees no progress while the kernel's
            // buffer drains.
            MHD_OPTION.CONNECTION_TIMEOUT.rawValue, UInt32(0),
            // Strictness is left to `RequestGuard`: the library's answer to a missing Host has its header fields twice.
            MHD_OPTION.STRICT_FOR_CLIENT.rawValue, Int32(0),
            MHD_OPTION.URI_LOG_CALLBACK.rawValue, unsafeBitCast(callbacks.beginTarget, to: OpaquePointer.self),
            context,
            MHD_OPTION.NOTIFY_CONNECTION.rawValue, unsafeBitCast(callbacks.connect, to: OpaquePointer.self),
            context,
            MHD_OPTION.NOTIFY_COMPLETED.rawValue, unsafeBitCast(callbacks.complete, to: OpaquePointer.self),
            context,
        ]
        if flags.contains(MHD_USE_THREAD_PER_CONNECTION) {
            options += [MHD_OPTION.THREAD_STACK_SIZE.rawValue, 4 * 1024 * 1024]
        }
        if let report = callbacks.report {
            flags.append(MHD_USE_ERROR_LOG)
            options += [
                MHD_OPTION.EXTERNAL_LOGGER.rawValue, OpaquePointer(galley_logger()),
                unsafeBitCast(report, to: OpaquePointer.self),
            ]
        }
        options.append(MHD_OPTION.END.rawValue)
        let daemon = withVaList(options) { options in
            MHD_start_daemon_va(
                flags.reduce(0) { $0 | $1.rawValue }, 0, callbacks.accept, callbacks.context,
                callbacks.handle, callbacks.context, options)
        }
        guard let daemon else { return nil }
        pointer = daemon
    }

    /// Stops accepting connections; open ones continue.
    func quiesce() {
        let socket = MHD_quiesce_daemon(pointer)
        if socket >= 0 { close(socket) }
    }

    /// Ends every connection and thread and frees the daemon, which must not be used afterwards.
    func stop() {
        MHD_stop_daemon(pointer)
    }
}
