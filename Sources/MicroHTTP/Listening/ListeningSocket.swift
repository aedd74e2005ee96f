import Foundation

/// A listening TCP socket. The caller that takes the descriptor must close it.
struct ListeningSocket {
    let descriptor: Int32

    /// The size of the buffer in which the kernel keeps what a client has not taken yet, in bytes. The kernel uses twice
    /// as much memory. Without a fixed size, it would keep up to 4 MB for each client, besides the budgets of bodies.
    private static let sendBuffer: Int32 = 128 * 1024

    /// Binds the address and listens.
    ///
    /// `sharing` allows several sockets of this process on one port (`SO_REUSEPORT`). Another process of the same user
    /// could then listen on that port too, so `ReadListener` calls `check` first, which fails if the port is in use.
    /// - Throws: `ListenerError`.
    init(host: String, port: Int, sharing: Bool) throws(ListenerError) {
        guard (1...65535).contains(port) else { throw .portOutOfRange(port) }
        descriptor = try Self.bound(host: host, port: port, sharing: sharing)
        guard listen(descriptor, 1024) == 0 else {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw .cannotListen(host: host, port: port, reason: reason)
        }
    }

    /// Checks that a port is free, without keeping it.
    ///
    /// - Throws: `ListenerError`.
    static func check(host: String, port: Int) throws(ListenerError) {
        guard (1...65535).contains(port) else { throw .portOutOfRange(port) }
        close(try bound(host: host, port: port, sharing: false))
    }

    private static func bound(host: String, port: Int, sharing: Bool) throws(ListenerError) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0, let list else { throw .unknownHost(host) }
        defer { freeaddrinfo(list) }
        let address = list.pointee
        let descriptor = socket(address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else {
            throw .cannotListen(host: host, port: port, reason: String(cString: strerror(errno)))
        }
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        // Allows a port whose old connections are in TIME_WAIT, but not one that another socket listens on.
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
        if sharing { setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &on, size) }
        // Every accepted socket inherits the size.
        var buffer = sendBuffer
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &buffer, size)
        guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
            let reason = errno
            close(descriptor)
            throw reason == EADDRINUSE
                ? .portInUse(host: host, port: port)
                : .cannotListen(host: host, port: port, reason: String(cString: strerror(reason)))
        }
        return descriptor
    }
}
