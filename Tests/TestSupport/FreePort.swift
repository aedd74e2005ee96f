import Foundation

/// Finds free ports.
package enum FreePort {
    /// Returns a free TCP port of 127.0.0.1; another process may still take it before it is used.
    package static func find() -> Int {
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
