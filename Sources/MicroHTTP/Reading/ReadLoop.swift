internal import CMicroHTTPD
import Foundation
import HTTPTypes
import Synchronization

/// One libmicrohttpd daemon of the read listener and the thread that runs it.
///
/// The library's own epoll thread stalls when exactly 128 connections are ready at once. `MHD_run` on our own thread
/// does not, because it never waits.
final class ReadLoop: @unchecked Sendable {
    private let configuration: ListenerConfiguration
    private let connectionLimit: Int
    private let requestGuard: RequestGuard
    private let makeResolver: @Sendable () -> ReadListener.Resolver
    private let refusals: [Refusal: PreparedResponse]
    private let preflight: PreparedResponse?
    private let traffic: TrafficPart
    private let watchdog: Watchdog
    private let isStopping = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)
    /// The two ends of a pipe; a byte written to it ends the wait for requests.
    private let wakened: Int32
    private let waker: Int32
    // Only the loop's thread uses the variables with `@exclusivity(unchecked)`, so checks for conflicting accesses
    // would only cost time.
    @exclusivity(unchecked) private var daemon: Daemon?
    @exclusivity(unchecked) private var resolver: ReadListener.Resolver?
    /// The time at which the current turn began; precise enough for deadlines of seconds.
    @exclusivity(unchecked) private var now = Monotonic.now()
    /// True if the current or last turn received a request. Then the next turn most likely finds more to do, and waiting
    /// before it would only cost a system call.
    @exclusivity(unchecked) private var isBusy = false
    /// The longest time that a connection may be idle, in nanoseconds.
    private let idleTime: UInt64
    private let sendTimeout: SendTimeout

    private static let methods = ["GET", "HEAD", "OPTIONS"]

    /// A field that is added to every request, so that the library finds a valid body length first: its own answer to
    /// an invalid length has its header fields twice. The length that the client sent is checked by `RequestGuard`.
    private static let lengthName: StaticString = "Content-Length"
    private static let lengthValue: StaticString = "0"

    /// An empty field `Cookie` that is added to every request too, because the library parses only the first field of
    /// this name. Nothing here needs the client's cookies, and a hundred of them could fill the connection's memory.
    private static let cookieName: StaticString = "Cookie"
    private static let cookieValue: StaticString = ""

    init(
        configuration: ListenerConfiguration, connectionLimit: Int, counts: AddressCounts, traffic: TrafficPart,
        resolver: @escaping @Sendable () -> ReadListener.Resolver
    ) {
        self.configuration = configuration
        self.connectionLimit = connectionLimit
        self.traffic = traffic
        preflight = PreparedResponse(SecurityFields.preflight(Self.methods))
        watchdog = Watchdog(configuration, limit: connectionLimit, counts: counts)
        idleTime = Monotonic.nanoseconds(configuration.idleTimeout)
        sendTimeout = SendTimeout(configuration)
        requestGuard = RequestGuard(configuration: configuration)
        makeResolver = resolver
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        (wakened, waker) = (ends[0], ends[1])
        refusals = Dictionary(
            uniqueKeysWithValues: Refusal.allCases.compactMap { refusal in
                var response = refusal.response
                if refusal == .methodNotAllowed { response.headers[.allow] = Self.methods.joined(separator: ", ") }
                SecurityFields.complete(&response.headers, with: configuration.defaultFields)
                return PreparedResponse(response).map { (refusal, $0) }
            })
    }

    deinit {
        close(wakened)
        close(waker)
    }

    /// Starts the daemon and its thread; returns false if the library fails.
    func start(on socket: ListeningSocket) -> Bool {
        let callbacks = callbacks
        guard
            let daemon = Daemon(
                flags: [MHD_USE_EPOLL], socket: socket, configuration: configuration, connectionLimit: connectionLimit,
                callbacks: callbacks)
        else {
            Unmanaged<ReadLoop>.fromOpaque(callbacks.context).release()
            return false
        }
        self.daemon = daemon
        let thread = Thread { [self] in
            run(daemon)
            ended.signal()
        }
        thread.name = "http read"
        thread.stackSize = 1024 * 1024
        thread.start()
        return true
    }

    /// Lets the current answers end, for at most 5 seconds, and waits for the thread.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        var byte: UInt8 = 1
        _ = write(waker, &byte, 1)
        ended.wait()
        // Releases the reference that the daemon's callbacks held.
        Unmanaged.passUnretained(self).release()
    }

    private func run(_ daemon: Daemon) {
        resolver = makeResolver()
        let descriptor = galley_daemon_info(daemon.pointer, .DAEMON_INFO_EPOLL_FD)?.pointee.epoll_fd ?? -1
        var nextSweep = Monotonic.after(.milliseconds(250))
        while !isStopping.load(ordering: .acquiring) {
            turn(daemon, descriptor, patience: 250)
            if now >= nextSweep {
                watchdog.sweep(now: now)
                nextSweep = now + 250_000_000
            }
        }
        daemon.quiesce()
        let end = Monotonic.after(.seconds(5))
        while !watchdog.finishAll(), Monotonic.now() < end { turn(daemon, descriptor, patience: 10) }
        daemon.stop()
        resolver = nil
        self.daemon = nil
    }

    /// Answers the requests that have arrived. If the last turn received none, first waits at most `patience`
    /// milliseconds until a connection has work.
    private func turn(_ daemon: Daemon, _ descriptor: Int32, patience: UInt64) {
        if !isBusy { wait(for: daemon, descriptor, patience: patience) }
        isBusy = false
        now = Monotonic.now()
        MHD_run(daemon.pointer)
    }

    /// Waits at most `patience` milliseconds until a connection of the daemon has work or `stop` is called.
    private func wait(for daemon: Daemon, _ descriptor: Int32, patience: UInt64) {
        var timeout: UInt64 = 0
        let wait = MHD_get_timeout(daemon.pointer, &timeout) == .YES ? min(timeout, patience) : patience
        if wait > 0 {
            var polled = (
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isStopping.load(ordering: .relaxed) ? -1 : wakened, events: Int16(POLLIN), revents: 0)
            )
            withUnsafeMutableBytes(of: &polled) {
                _ = poll($0.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, Int32(wait))
            }
        }
    }

    private var callbacks: DaemonCallbacks {
        DaemonCallbacks(
            context: Unmanaged.passRetained(self).toOpaque(),
            handle: { context, connection, _, method, version, _, uploadSize, state in
                guard let context, let connection, let method, let version, let uploadSize,
                    let current = state?.pointee
                else { return .NO }
                return ReadLoop.from(context).handle(
                    ClientConnection.from(current), connection, method: method, version: version, uploadSize: uploadSize
                )
            },
            beginTarget: { _, uri, connection in
                guard let connection,
                    let info = galley_connection_info(connection, .CONNECTION_INFO_SOCKET_CONTEXT),
                    let context = info.pointee.socket_context
                else { return nil }
                ClientConnection.from(context).begin(target: uri)
                ReadLoop.inject(ReadLoop.lengthName, ReadLoop.lengthValue, into: connection)
                ReadLoop.inject(ReadLoop.cookieName, ReadLoop.cookieValue, into: connection)
                return context
            },
            connect: { context, connection, slot, code in
                guard let context, let connection, let slot else { return }
                let loop = ReadLoop.from(context)
                if code == .CONNECTION_NOTIFY_STARTED {
                    loop.watchdog.open(connection, slot, timeout: loop.configuration.headerTimeout)
                    loop.traffic.connectionOpened()
                } else {
                    loop.watchdog.closed(slot)
                    loop.traffic.connectionClosed()
                }
            },
            complete: { context, _, state, _ in
                guard let context, let current = state?.pointee else { return }
                let loop = ReadLoop.from(context)
                let connection = ClientConnection.from(current)
                connection.endReceiving()
                connection.close(at: loop.now + loop.idleTime)
                // epoll reports only once that the client has closed its sending side. If this report came together
                // with the request, libmicrohttpd has not noticed it.
                connection.answered()
                connection.waitingSince = loop.now
            },
            accept: { context, address, _ in
                guard let context, let address else { return .YES }
                return ReadLoop.from(context).watchdog.admits(IPAddress(address)) ? .YES : .NO
            })
    }

    private static func from(_ context: UnsafeMutableRawPointer) -> ReadLoop {
        Unmanaged<ReadLoop>.fromOpaque(context).takeUnretainedValue()
    }

    private static func inject(_ name: StaticString, _ value: StaticString, into connection: OpaquePointer) {
        MHD_set_connection_value_n(
            connection, .HEADER_KIND, pointer(name), name.utf8CodeUnitCount, pointer(value), value.utf8CodeUnitCount)
    }

    private static func pointer(_ text: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    /// Handles a call of the library: the first has the header fields, the second asks for the answer. An answer at the
    /// first call closes the connection, so only refusals are sent at that moment.
    private func handle(
        _ current: ClientConnection, _ connection: OpaquePointer, method: UnsafePointer<CChar>,
        version: UnsafePointer<CChar>, uploadSize: UnsafeMutablePointer<Int>
    ) -> MHD_Result {
        switch current.stage {
        case .line:
            isBusy = true
            if let refusal = refusal(of: current, connection, method: method, version: version) {
                current.stage = .answered
                if refusal == .headersTooLarge {
                    // The fields may fill the connection's memory, in which the library would write its answer.
                    let isHead = method[0] == CChar(UInt8(ascii: "H"))
                    let size = refusal.deliver(
                        to: current.descriptor, adding: configuration.defaultFields, isHead: isHead)
                    traffic.answered(refusal.status.code, bytes: size)
                    return .NO
                }
                return send(refusals[refusal], connection)
            }
            // The library calls again at once; to a client that expects status 100, it sends that status first.
            limitSending(to: current, bytes: 0)
            current.waitingSince = 0
            current.stage = .checked
            return .YES
        case .checked:
            current.stage = .answered
            if method[0] == CChar(UInt8(ascii: "O")) {
                limitSending(to: current, bytes: 0)
                return send(preflight, connection)
            }
            let isHead = method[0] == CChar(UInt8(ascii: "H"))
            let request = ReadRequest(
                target: current.target, isHead: isHead, ifNoneMatch: current.ifNoneMatch,
                acceptedCodings: current.acceptedCodings, client: current.subscriber)
            guard let answer = resolver?(request) else { return .NO }
            limitSending(to: current, bytes: answer.bodySize(isHead: isHead))
            current.receive(answer.sentShare(isHead: isHead), at: now)
            return answer.queue(on: connection, isHead: isHead, counting: traffic)
        case .body, .dropping, .answered:
            return .NO
        }
    }

    /// Limits the time in which the client takes the next answer; the end of the answer lifts the limit.
    private func limitSending(to current: ClientConnection, bytes: Int) {
        current.close(at: now + sendTimeout.nanoseconds(forBody: bytes))
    }

    private func send(_ response: PreparedResponse?, _ connection: OpaquePointer) -> MHD_Result {
        guard let response else { return .NO }
        traffic.answered(response.status.code, bytes: response.size)
        return response.queue(on: connection)
    }

    private func refusal(
        of current: ClientConnection, _ connection: OpaquePointer, method: UnsafePointer<CChar>,
        version: UnsafePointer<CChar>
    ) -> Refusal? {
        guard let start = current.targetStart else { return .badRequest }
        let block = HeaderBlock.read(
            of: connection, method: method, target: (start, current.target.count), version: version,
            collecting: false, skipping: (Self.pointer(Self.lengthName), Self.pointer(Self.cookieName)))
        let isKnown = strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0 || strcmp(method, "OPTIONS") == 0
        // An unknown method gets 405, whether the request has a body or not.
        let refusal = requestGuard.refusal(
            of: block, size: HeaderBlock.size(of: connection), target: current.target, version: version,
            isBodyAllowed: !isKnown)
        if let refusal { return refusal }
        guard isKnown else { return .methodNotAllowed }
        guard current.target.first == UInt8(ascii: "/") || current.takeAuthority() != nil else {
            return .malformedTarget
        }
        current.keepNoneMatch(of: block)
        current.acceptedCodings = block.acceptedCodings
        return nil
    }
}
