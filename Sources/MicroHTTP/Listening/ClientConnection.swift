internal import CMicroHTTPD
import Foundation
import HTTPTypes
import Synchronization

/// One client connection and its current request. Only the connection's thread uses the variables that are not atomic,
/// so accesses to them are not checked for conflicts.
final class ClientConnection: @unchecked Sendable {
    let descriptor: Int32
    /// The address or network whose limit of connections includes this connection; nil for an unknown address family.
    let subscriber: IPAddress?
    /// The fields that are added to answers which are sent on the socket without the library.
    let defaultFields: HTTPFields
    private let waiting = Atomic(Monotonic.now())
    /// The time at which the watchdog closes the connection (`Monotonic`); 0 for no deadline.
    let deadline: Atomic<UInt64>

    /// The number of the watchdog's sweeps since the last answer, counted up to `checkingSweep`.
    private let sweeps = Atomic(ClientConnection.checkingSweep)

    /// The number of the sweep, counted from the last answer, that checks if the client has closed its sending side.
    private static let checkingSweep = 2

    /// The raw target, copied before libmicrohttpd decodes it in place.
    @exclusivity(unchecked) private(set) var target: [UInt8] = []
    @exclusivity(unchecked) private(set) var targetStart: UnsafePointer<CChar>?
    /// A copy of the If-None-Match value, kept until the answer is chosen.
    @exclusivity(unchecked) private(set) var ifNoneMatch: [UInt8] = []
    /// The codings that the client of the current request accepts.
    @exclusivity(unchecked) var acceptedCodings = AcceptedCodings()
    @exclusivity(unchecked) var stage = Stage.line
    var requestID = ""
    /// The time at which the header fields were complete (`Monotonic`).
    var started: UInt64 = 0
    /// The number of bytes taken from the listener's budget for the current body.
    private let taken = Atomic(0)
    /// The share of a budget that the body of the current answer has; nil if it has none.
    @exclusivity(unchecked) private var received: BodyBudget.Share?

    /// The progress of the current request.
    enum Stage {
        /// The header fields are not complete yet.
        case line
        /// The header fields are accepted and no body is expected.
        case checked
        // Indirect, so that a stage is as small as a pointer: every request changes its stage several times, and most
        // requests have no body.
        indirect case body(Request, limit: Int)
        /// The body is refused; the rest of it is read and dropped, so that the client can read the answer.
        indirect case dropping(Refusal, Request)
        case answered
    }

    /// Linux's POLLRDHUP, which the C library's module lacks.
    private static let closedByPeer: Int16 = 0x2000

    init(descriptor: Int32, subscriber: IPAddress?, defaultFields: HTTPFields, deadline: UInt64) {
        self.descriptor = descriptor
        self.subscriber = subscriber
        self.defaultFields = defaultFields
        self.deadline = Atomic(deadline)
    }

    /// Stores the raw target and hides the query from the library, which would parse it into the connection's memory
    /// and, with hundreds of arguments, exhaust that memory without an answer.
    func begin(target uri: UnsafePointer<CChar>?) {
        stage = .line
        sweeps.store(Self.checkingSweep, ordering: .relaxed)
        target.removeAll(keepingCapacity: true)
        targetStart = uri
        guard let uri else { return }
        let count = strlen(uri)
        target.append(contentsOf: UnsafeRawBufferPointer(start: uri, count: count))
        // The library decodes the URI in place and stops at a zero, so a zero after the question mark hides the query.
        if let mark = strchr(uri, Int32(UInt8(ascii: "?"))), mark + 1 < uri + count { mark[1] = 0 }
    }

    /// Converts a target in absolute form, which every server must accept, to origin form; returns its host and port,
    /// which replace those in the field Host. Returns nil for a target in any other form, with another scheme than
    /// `http`, or with an invalid host or port.
    func takeAuthority() -> String? {
        guard target.first != UInt8(ascii: "/"), let place = Target.authority(of: target) else { return nil }
        let authority = String(decoding: target[place], as: UTF8.self)
        let hasPath = place.upperBound < target.count && target[place.upperBound] == UInt8(ascii: "/")
        target.replaceSubrange(..<place.upperBound, with: hasPath ? [] : [UInt8(ascii: "/")])
        return authority
    }

    /// Stores the If-None-Match values of a request as one list (RFC 9110, section 5.3).
    func keepNoneMatch(of block: borrowing HeaderBlock) {
        ifNoneMatch.removeAll(keepingCapacity: true)
        if let field = block.ifNoneMatch { ifNoneMatch.append(contentsOf: field) }
        for field in block.furtherNoneMatch {
            ifNoneMatch.append(UInt8(ascii: ","))
            ifNoneMatch.append(contentsOf: field)
        }
    }

    /// The time at which the server began to wait for this client (`Monotonic`). The wait for header fields begins with
    /// the connection or after the last answer; the wait for a body begins after the header fields. 0 while a request
    /// is handled.
    var waitingSince: UInt64 {
        get { waiting.load(ordering: .relaxed) }
        set { waiting.store(newValue, ordering: .relaxed) }
    }

    /// Takes bytes for the body from a budget; returns false if the budget has fewer.
    func take(_ bytes: Int, from budget: BodyBudget) -> Bool {
        guard budget.take(bytes) else { return false }
        taken.add(bytes, ordering: .relaxed)
        return true
    }

    /// Returns the number of bytes taken for a body that arrives too slowly at `now`: fewer than
    /// `BodyBudget.defaultRate` for each second since `waitingSince`, without the first `grace` nanoseconds. 0 for
    /// every other body.
    func bytesOfSlowBody(at now: UInt64, grace: UInt64) -> Int {
        let (since, bytes) = (waitingSince, taken.load(ordering: .relaxed))
        guard since != 0, bytes > 0, now > since + grace else { return 0 }
        return UInt64(bytes) < BodyBudget.bytes(in: now - since - grace, at: UInt64(BodyBudget.defaultRate)) ? bytes : 0
    }

    /// Releases the body and returns its bytes to the budget.
    func finish(_ budget: BodyBudget) {
        stage = .answered
        budget.give(taken.exchange(0, ordering: .relaxed))
    }

    /// Notes the beginning of an answer at `now`, so that the connection can be ended if the client takes it too slowly
    /// and its memory is needed (`BodyBudget`).
    ///
    /// `share`: The share of a budget that the answer's body uses; nil without a budget or a body.
    func receive(_ share: BodyBudget.Share?, at now: UInt64) {
        guard let share else { return }
        received = share
        share.begin(self, at: now)
    }

    /// Notes that the client stopped receiving the answer that `receive` noted, if any.
    func endReceiving() {
        guard let share = received else { return }
        received = nil
        share.end(self, at: Monotonic.now())
    }

    /// Sets the time at which the watchdog closes the connection (`Monotonic`); 0 for no deadline.
    func close(at deadline: UInt64) {
        self.deadline.store(deadline, ordering: .relaxed)
    }

    /// Notes the end of an answer. The second sweep after it checks if the client has closed its sending side, because
    /// libmicrohttpd may not have noticed that.
    func answered() { sweeps.store(0, ordering: .relaxed) }

    /// Returns true if the client has closed its sending side with the request that was answered last. Called by every
    /// sweep, but checks only in the second sweep after an answer: by then libmicrohttpd has begun with every request
    /// that it had already read.
    func isHalfClosed() -> Bool {
        let count = sweeps.load(ordering: .relaxed)
        guard count < Self.checkingSweep else { return false }
        sweeps.store(count + 1, ordering: .relaxed)
        return count + 1 == Self.checkingSweep && isAbandoned
    }

    /// True if the client has closed its sending side.
    var isAbandoned: Bool {
        var watched = pollfd(fd: descriptor, events: Self.closedByPeer, revents: 0)
        return poll(&watched, 1, 0) > 0
    }

    /// Returns the number of bytes that a connection's peer has acknowledged so far; 0 if the system does not know it.
    static func acknowledgedBytes(on descriptor: Int32) -> UInt64 {
        // The beginning of the kernel's `struct tcp_info`, whose last fields the C library's module lacks.
        var info = [UInt64](repeating: 0, count: acknowledgedField + 1)
        var size = socklen_t(info.count * MemoryLayout<UInt64>.size)
        let whole = size
        guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &size) == 0, size == whole else { return 0 }
        return info[acknowledgedField]
    }

    /// Ends the connection of a client that is too slow, so that nothing of its answer stays in memory: when the
    /// descriptor is closed, the kernel drops what the client has not taken and resets the connection.
    static func reset(_ descriptor: Int32) {
        var dropping = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &dropping, socklen_t(MemoryLayout<linger>.size))
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Limits the time for which the kernel keeps the end of the last answer for a client that takes nothing of it any
    /// more. Called before the descriptor is closed, because a closed connection is not limited by anything else.
    func limitRest() {
        var milliseconds = Self.restTimeout
        setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds, socklen_t(MemoryLayout<UInt32>.size))
    }

    /// The longest time for which a client may take nothing of an answer after its connection was closed, in
    /// milliseconds.
    private static let restTimeout: UInt32 = 30_000

    /// The position of `tcpi_bytes_acked` in `struct tcp_info`, in units of eight bytes.
    private static let acknowledgedField = 15

    /// Returns the peer's address, or nil for an unknown address family.
    static func peer(of connection: OpaquePointer) -> IPAddress? {
        guard let info = galley_connection_info(connection, .CONNECTION_INFO_CLIENT_ADDRESS),
            let address = info.pointee.client_addr
        else { return nil }
        return IPAddress(UnsafePointer(address))
    }
}
