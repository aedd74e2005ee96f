internal import CMicroHTTPD
import Foundation
import Synchronization

/// One client connection and the request under way on it. All but the deadline belongs to the thread that serves it.
final class Connection: @unchecked Sendable {
    let descriptor: Int32
    /// The address or network that it is counted under; nil for an unknown family of addresses.
    let subscriber: IPAddress?
    /// True if nothing is asked: from the start, and from each answer, to the end of the next header fields.
    private let idle = Atomic(true)
    /// When the watchdog closes the connection (`Monotonic`); 0: not now.
    let deadline: Atomic<UInt64>

    /// The raw target, copied before the library decodes it in place.
    private(set) var target: [UInt8] = []
    private(set) var targetStart: UnsafePointer<CChar>?
    /// The value of If-None-Match; copied for the time when the answer is chosen.
    private(set) var ifNoneMatch: [UInt8] = []
    var stage = Stage.line
    var requestID = ""
    var started: UInt64 = 0
    /// Bytes taken from the listener's budget for the body under way.
    private(set) var taken = 0

    /// How far the request has come.
    enum Stage {
        case line
        /// The header fields passed the guard and no body is expected.
        case checked
        case body(Request, limit: Int)
        /// The body is refused; the rest of it is read and dropped, so that the client gets to read the answer.
        case dropping(Refusal)
        case answered
    }

    /// Linux's POLLRDHUP, which the C library's module leaves out.
    private static let closedByPeer: Int16 = 0x2000

    init(descriptor: Int32, subscriber: IPAddress?, deadline: UInt64) {
        self.descriptor = descriptor
        self.subscriber = subscriber
        self.deadline = Atomic(deadline)
    }

    /// Notes the raw target, and hides the query from the library, which would parse it into the connection's memory
    /// and, with hundreds of arguments, run out of it without an answer.
    func begin(target uri: UnsafePointer<CChar>?) {
        stage = .line
        target.removeAll(keepingCapacity: true)
        targetStart = uri
        guard let uri else { return }
        let count = strlen(uri)
        target.append(contentsOf: UnsafeRawBufferPointer(start: uri, count: count))
        // The library is about to decode these very bytes in place; it stops at a zero.
        if let mark = strchr(uri, Int32(UInt8(ascii: "?"))), mark + 1 < uri + count { mark[1] = 0 }
    }

    /// Keeps the If-None-Match; where there are several fields none is kept, and the answer is sent whole.
    func keep(ifNoneMatch field: UnsafeBufferPointer<UInt8>?, count: Int) {
        ifNoneMatch.removeAll(keepingCapacity: true)
        if let field, count == 1 { ifNoneMatch.append(contentsOf: field) }
    }

    var isIdle: Bool {
        get { idle.load(ordering: .relaxed) }
        set { idle.store(newValue, ordering: .relaxed) }
    }

    /// Takes bytes for the body from a budget; false when it has fewer.
    func take(_ bytes: Int, from budget: BodyBudget) -> Bool {
        guard budget.take(bytes) else { return false }
        taken += bytes
        return true
    }

    /// Lets go of the body, and gives back what it took.
    func finish(_ budget: BodyBudget) {
        stage = .answered
        budget.give(taken)
        taken = 0
    }

    func close(at deadline: UInt64) {
        self.deadline.store(deadline, ordering: .relaxed)
    }

    /// True if the client has closed its side; asked while a handler works.
    var isAbandoned: Bool {
        var watched = pollfd(fd: descriptor, events: Self.closedByPeer, revents: 0)
        return poll(&watched, 1, 0) > 0
    }

    /// The peer's address.
    static func peer(of connection: OpaquePointer) -> IPAddress? {
        guard let info = galley_connection_info(connection, .CONNECTION_INFO_CLIENT_ADDRESS),
            let address = info.pointee.client_addr
        else { return nil }
        return IPAddress(UnsafePointer(address))
    }
}
