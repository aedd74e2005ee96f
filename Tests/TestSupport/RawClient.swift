import Foundation

/// A TCP client that sends bytes unchanged and collects the bytes of the answer.
package struct RawClient {
    /// The bytes that a server sent; `isClosed` is true if the server closed the connection.
    package struct Answer {
        package var bytes: [UInt8]
        package var isClosed: Bool

        /// Creates an answer; empty by default.
        package init(bytes: [UInt8] = [], isClosed: Bool = false) {
            self.bytes = bytes
            self.isClosed = isClosed
        }

        package var text: String { String(decoding: bytes, as: UTF8.self) }
        /// The statuses of the responses, in order.
        package var statuses: [Int] {
            text.components(separatedBy: "HTTP/1.1 ").dropFirst().compactMap { Int($0.prefix(3)) }
        }
        package var body: String { text.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n") }

        /// The status of the first response; 0 if there is none.
        package var status: Int { statuses.first ?? 0 }

        /// Returns the value of the first header field with that name in the first response.
        package func field(_ name: String) -> String? {
            let head = text.components(separatedBy: "\r\n\r\n").first ?? ""
            return head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
    }

    private let descriptor: Int32

    /// Connects to a local server from 127.0.0.`source`. `receiveBuffer` is about the number of bytes that the kernel
    /// accepts for the client before the client reads them; by default it accepts megabytes.
    package init(port: Int, from source: Int = 1, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        let isBound = source == 1 || Self.with(loopback: source, port: 0) { bind(descriptor, $0, $1) } == 0
        guard isBound, Self.with(loopback: 1, port: port, { connect(descriptor, $0, $1) }) == 0 else {
            throw POSIXError(.ECONNREFUSED)
        }
    }

    private static func with(
        loopback number: Int, port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0000 + number).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// Sends all bytes, or as many as possible before the server closes the connection.
    package func send(_ bytes: some Collection<UInt8>) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return }
            rest = rest.dropFirst(sent)
        }
    }

    /// Sends a text as UTF-8.
    package func send(_ text: String) {
        send(Array(text.utf8))
    }

    /// Sends a text and closes the sending side in one packet; answers can still be received.
    package func sendLast(_ text: String) {
        // Corked bytes are sent in one packet with the end of the stream.
        var isCorked: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_CORK, &isCorked, socklen_t(MemoryLayout<Int32>.size))
        send(text)
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Reads until the server closes the connection, until `isEnough` returns true, or for at most `seconds`.
    package func receive(seconds: Double = 10, until isEnough: (Answer) -> Bool = { _ in false }) -> Answer {
        var answer = Answer(bytes: [], isClosed: false)
        let end = Date().addingTimeInterval(seconds)
        var buffer = [UInt8](repeating: 0, count: 65536)
        while !isEnough(answer) {
            var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let left = end.timeIntervalSinceNow
            guard left > 0, poll(&poller, 1, Int32(left * 1000)) > 0 else { break }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else {
                answer.isClosed = true
                break
            }
            answer.bytes += buffer.prefix(count)
        }
        return answer
    }

    /// Reads at most `bytes` bytes 20 times a second, like a client on a bad connection, until the server closes the
    /// connection or `seconds` have passed; returns the number of bytes read.
    package func trickle(seconds: Double, bytes: Int = 512) -> Int {
        var taken = 0
        let end = Date().addingTimeInterval(seconds)
        var buffer = [UInt8](repeating: 0, count: bytes)
        while end.timeIntervalSinceNow > 0 {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count == 0 { break }
            taken += max(0, count)
            usleep(50_000)
        }
        return taken
    }

    /// Closes the connection.
    package func finish() {
        close(descriptor)
    }

    /// Sends bytes on a new connection and reads until the server closes it, for at most `seconds`.
    package static func exchange(_ bytes: [UInt8], port: Int, seconds: Double = 10) throws -> Answer {
        let client = try RawClient(port: port)
        defer { client.finish() }
        client.send(bytes)
        return client.receive(seconds: seconds)
    }

    /// Sends a request with `Connection: close` and returns the answer.
    package static func get(_ target: String, port: Int, method: String = "GET", fields: [String] = []) throws -> Answer
    {
        let lines = ["\(method) \(target) HTTP/1.1", "Host: x", "Connection: close"] + fields
        return try exchange(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8), port: port)
    }
}
