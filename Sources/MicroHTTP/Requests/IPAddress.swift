internal import CMicroHTTPD
import Foundation

/// An IPv4 or IPv6 address; IPv4-mapped IPv6 addresses become IPv4 addresses.
package struct IPAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address in 4 or 16 bytes.
    let bytes: [UInt8]

    /// Parses the usual notation without port, brackets and zone; nil for any other text.
    package init?(_ text: String) {
        var parsed = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &parsed) == 1 {
            bytes = Array(parsed.prefix(4))
        } else if inet_pton(AF_INET6, text, &parsed) == 1 {
            bytes = Self.unmapped(parsed)
        } else {
            return nil
        }
    }

    /// Creates the address of a socket's peer; nil for another address family.
    init?(_ address: UnsafePointer<sockaddr>) {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            bytes = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin_addr) { Array($0) }
            }
        case AF_INET6:
            bytes = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                Self.unmapped(withUnsafeBytes(of: pointer.pointee.sin6_addr) { Array($0) })
            }
        default: return nil
        }
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// The part of the address that one subscriber usually holds: all of an IPv4 address, the first 64 bits of an IPv6
    /// address.
    package var subscriber: IPAddress {
        bytes.count == 4 ? self : IPAddress(bytes: bytes.prefix(8) + [UInt8](repeating: 0, count: 8))
    }

    package var description: String {
        var name = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &name, socklen_t(name.count)) != nil else {
            return ""
        }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func unmapped(_ bytes: [UInt8]) -> [UInt8] {
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        return isMapped ? Array(bytes.suffix(4)) : bytes
    }
}
