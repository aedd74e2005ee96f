import Foundation

/// The addresses that this program may connect to on behalf of a user: public ones, and those in the private networks
/// that the operator allows.
package struct AllowedAddresses: Sendable {
    /// The networks that lead to this machine, to its neighbors, or nowhere.
    fileprivate static let closed = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
        "192.0.0.0/24", "192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/4", "240.0.0.0/4", "::/128", "::1/128",
        "::ffff:0:0/96", "64:ff9b::/96", "2002::/16", "fc00::/7", "fe80::/10", "ff00::/8",
    ].compactMap(AddressBlock.init)

    private let networks: [AddressBlock]

    /// Creates the list; `networks` are the private networks that the operator allows.
    package init(networks: [AddressBlock]) { self.networks = networks }

    /// The address of a host, or the reason why there is none to connect to.
    package enum Answer: Sendable, Hashable {
        case address(String)
        /// The name has no address.
        case unknownHost
        /// All addresses are in private networks that the operator does not allow.
        case privateNetwork
    }

    /// Resolves a host (a name, or an address without brackets) and returns its first allowed address. A caller that
    /// connects to this address is not affected if the name gets another address afterwards.
    package func address(of host: String) -> Answer {
        let addresses = IPAddress(host) == nil ? Host(name: host).addresses : [host]
        guard !addresses.isEmpty else { return .unknownHost }
        return addresses.first(where: isAllowed).map { .address($0) } ?? .privateNetwork
    }

    /// Returns true if a host is written as an address, with or without brackets, that is in a private network that the
    /// operator does not allow. Names are not resolved, because they may have another address later.
    package func forbids(literal host: String) -> Bool {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        var bare = isBracketed ? String(host.dropFirst().dropLast()) : host
        // A final dot, which stands for the root of domain names, and the zone of an IPv6 address do not change the
        // address.
        while bare.hasSuffix(".") { bare.removeLast() }
        if bare.contains(":"), let zone = bare.firstIndex(of: "%") { bare = String(bare[..<zone]) }
        // An IPv4 address may also be written in another way, such as 127.1 and 0x7f000001.
        let last = bare.split(separator: ".").last ?? ""
        let isNumeric = Int(last) != nil || last.lowercased().hasPrefix("0x")
        guard isNumeric || IPAddress(bare) != nil else { return false }
        return address(of: bare) == .privateNetwork
    }

    private func isAllowed(_ text: String) -> Bool {
        guard let address = IPAddress(text) else { return false }
        return networks.contains { $0.contains(address) } || address.isPublic
    }
}

extension IPAddress {
    /// True unless it is in a network that leads to this machine, to its neighbors, or nowhere.
    package var isPublic: Bool { !AllowedAddresses.closed.contains { $0.contains(self) } }
}
