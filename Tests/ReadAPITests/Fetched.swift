import Foundation

/// One answer of a server, read whole.
struct Fetched {
    var status: Int
    /// By name in lower case.
    var fields: [String: String]
    var body: String

    /// Asks on a connection of its own.
    static func get(_ target: String, port: Int, fields: [String: String] = [:]) throws -> Fetched {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw POSIXError(.ECONNREFUSED) }
        let lines = ["GET \(target) HTTP/1.1", "Host: x", "Connection: close"] + fields.map { "\($0): \($1)" }
        let request = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        _ = request.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 { bytes += buffer.prefix(count) }
        return Fetched(String(decoding: bytes, as: UTF8.self))
    }

    private init(_ text: String) {
        let parts = text.components(separatedBy: "\r\n\r\n")
        let lines = parts[0].components(separatedBy: "\r\n")
        status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        fields = Dictionary(
            lines.dropFirst().compactMap { line in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                return (line[..<colon].lowercased(), value)
            }, uniquingKeysWith: { first, _ in first })
        body = parts.dropFirst().joined(separator: "\r\n\r\n")
    }
}

/// Ports that nobody listens on.
enum FreePort {
    static func find() -> Int {
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
}
