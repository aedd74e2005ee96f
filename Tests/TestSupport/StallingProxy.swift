import Foundation
package import PostgreSQL
import Synchronization

/// A proxy on a Unix socket between a node and PostgreSQL that fails as networks do: it stops forwarding without
/// closing connections, cuts connections within a message, refuses new ones and drops notifications.
package final class StallingProxy: Sendable {
    /// The connection info for the server through the proxy.
    package let info: ConnectionInfo
    private let listener: Int32
    private let target: String
    private let state = Mutex(State())

    private struct State {
        /// Connections with a lower number are silent.
        var silentBefore = 0
        var next = 0
        var dropsNotifications = false
        /// Connections with a lower number are cut within the next message.
        var cutBefore = 0
        var refuses = false
        var isStopped = false
    }

    /// Listens in a directory of its own and forwards to `server`, which must use a Unix socket.
    package init(to server: ConnectionInfo) throws {
        let directory = try TestServer.makeDirectory()
        let port = server.parameters["port"] ?? "5432"
        target = (server.parameters["host"] ?? "") + "/.s.PGSQL." + port
        var parameters = server.parameters
        parameters["host"] = directory
        info = ConnectionInfo(parameters: parameters)
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard Self.address(directory + "/.s.PGSQL." + port, { bind(listener, $0, $1) }) == 0, listen(listener, 64) == 0
        else { throw POSIXError(.EADDRNOTAVAIL) }
        Thread.detachNewThread { [self] in accept() }
    }

    /// Makes the existing connections silent: they stay open, but nothing is forwarded. New ones work.
    package func silenceConnections() { state.withLock { $0.silentBefore = $0.next } }

    /// Makes all connections silent, also new ones, which are still accepted.
    package func silenceAll() { state.withLock { $0.silentBefore = .max } }

    /// Cuts each existing connection after half of the bytes that it transfers next.
    package func cutConnections() { state.withLock { $0.cutBefore = $0.next } }

    /// Refuses new connections and cuts the existing ones.
    package func refuse() {
        state.withLock { state in
            state.refuses = true
            state.cutBefore = state.next
        }
    }

    /// Lets new connections work again; all existing ones are silent from now on.
    package func heal() {
        state.withLock { state in
            state.silentBefore = state.next
            state.refuses = false
        }
    }

    /// Lets new and silent connections work again; silent ones then transfer the bytes that were held back.
    package func resume() {
        state.withLock { state in
            state.silentBefore = 0
            state.refuses = false
        }
    }

    /// Drops the notifications that the server sends.
    package func dropNotifications() { state.withLock { $0.dropsNotifications = true } }

    /// Stops accepting and forwarding.
    package func stop() {
        state.withLock { $0.isStopped = true }
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else { return }
            let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            let isRefused = state.withLock(\.refuses)
            guard !isRefused, Self.address(target, { connect(server, $0, $1) }) == 0 else {
                close(client)
                close(server)
                continue
            }
            let number = state.withLock { state in
                defer { state.next += 1 }
                return state.next
            }
            Thread.detachNewThread { [self] in
                pump(from: client, to: server, of: number) { $0 }
            }
            Thread.detachNewThread { [self] in
                var messages = ServerMessages()
                pump(from: server, to: client, of: number) { bytes in
                    messages.add(bytes)
                    return messages.take(withNotifications: !state.withLock { $0.dropsNotifications })
                }
            }
        }
    }

    /// Copies until one end closes; a silent connection is not read, so neither end notices.
    private func pump(from source: Int32, to sink: Int32, of number: Int, _ change: ([UInt8]) -> [UInt8]) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let (isSilent, isStopped) = state.withLock { (number < $0.silentBefore, $0.isStopped) }
            if isStopped { break }
            var request = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
            if isSilent || poll(&request, 1, 20) == 0 {
                if isSilent { usleep(20_000) }
                continue
            }
            let count = read(source, &buffer, buffer.count)
            guard count > 0 else { break }
            // The connection may have become silent during the wait.
            while state.withLock({ number < $0.silentBefore && !$0.isStopped }) { usleep(20_000) }
            let isCut = state.withLock { number < $0.cutBefore }
            var rest = change(Array(buffer[..<count]))[...]
            if isCut { rest = rest.prefix(rest.count / 2) }
            while !rest.isEmpty {
                let written = Array(rest).withUnsafeBytes { send(sink, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard written > 0 else { return }
                rest = rest.dropFirst(written)
            }
            if isCut { break }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(sink, Int32(SHUT_RDWR))
    }

    private static func address(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// Splits a server's bytes into messages: a letter, the length and the rest (PostgreSQL manual, 55.7).
private struct ServerMessages {
    private var bytes: [UInt8] = []

    mutating func add(_ more: [UInt8]) { bytes += more }

    /// Removes and returns the complete messages.
    mutating func take(withNotifications: Bool) -> [UInt8] {
        var taken: [UInt8] = []
        var place = 0
        while bytes.count - place >= 5 {
            let length = bytes[(place + 1)..<(place + 5)].reduce(0) { $0 << 8 | Int($1) }
            let end = place + 1 + length
            guard end <= bytes.count else { break }
            if withNotifications || bytes[place] != UInt8(ascii: "A") { taken += bytes[place..<end] }
            place = end
        }
        bytes.removeFirst(place)
        return taken
    }
}
