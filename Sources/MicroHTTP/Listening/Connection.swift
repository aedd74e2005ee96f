internal import CMicroHTTPD
import Foundation
import Synchronization

/// One client connection and the request under way on it. All but the deadline belongs to the thread that serves it.
final class Connection: @unchecked Sendable {
    let descriptor: Int32
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

    /// How far the request has come.
    enum Stage {
        case line
        /// The header fields passed the guard and no body is expected.
        case checked
        case body(Request, limit: Int)
        case answered
    }

    init(descriptor: Int32, deadline: UInt64) {
        self.descriptor = descriptor
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

    func close(at deadline: UInt64) {
        self.deadline.store(deadline, ordering: .relaxed)
    }

    /// The peer's address as text, without a port.
    static func address(of connection: OpaquePointer) -> String {
        guard let info = galley_connection_info(connection, .CONNECTION_INFO_CLIENT_ADDRESS),
            let address = info.pointee.client_addr
        else { return "" }
        let isIPv6 = Int32(address.pointee.sa_family) == AF_INET6
        let size = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard getnameinfo(address, socklen_t(size), &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0 else {
            return ""
        }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
