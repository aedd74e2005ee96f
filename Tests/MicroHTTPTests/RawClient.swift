import Foundation

/// A TCP client that sends bytes as they are and keeps what comes back.
struct RawClient {
    /// What a server sent, and whether it closed the connection.
    struct Answer {
        var bytes: [UInt8]
        var isClosed: Bool

        var text: String { String(decoding: bytes, as: UTF8.self) }
        /// The statuses of the responses, in order.
        var statuses: [Int] {
            text.components(separatedBy: "HTTP/1.1 ").dropFirst().compactMap { Int($0.prefix(3)) }
        }
        var body: String { text.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n") }

        func field(_ name: String) -> String? {
            let head = text.components(separatedBy: "\r\n\r\n").first ?? ""
            return head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
    }

    let descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw POSIXError(.ECONNREFUSED) }
    }

    func send(_ bytes: some Collection<UInt8>) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return }
            rest = rest.dropFirst(sent)
        }
    }

    func send(_ text: String) {
        send(Array(text.utf8))
    }

    /// Reads until the server closes, or until `isEnough`, or for at most `seconds`.
    func receive(seconds: Double = 10, until isEnough: (Answer) -> Bool = { _ in false }) -> Answer {
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

    func finish() {
        close(descriptor)
    }

    /// Sends on a new connection and reads until the server closes it.
    static func exchange(_ bytes: [UInt8], port: Int, seconds: Double = 10) throws -> Answer {
        let client = try RawClient(port: port)
        defer { client.finish() }
        client.send(bytes)
        return client.receive(seconds: seconds)
    }

    /// Sends a request with `Connection: close`.
    static func get(_ target: String, port: Int, method: String = "GET", fields: [String] = []) throws -> Answer {
        let lines = ["\(method) \(target) HTTP/1.1", "Host: x", "Connection: close"] + fields
        return try exchange(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8), port: port)
    }
}

/// A port that nobody listens on now.
func freePort() -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            _ = bind(descriptor, $0, size)
            getsockname(descriptor, $0, &size)
        }
        return Int(in_port_t(bigEndian: pointer.pointee.sin_port))
    }
}
