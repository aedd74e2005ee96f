/// A block of addresses with a common prefix, written as `192.0.2.0/24` or as a single address.
package struct AddressBlock: Sendable, Hashable, CustomStringConvertible {
    private let address: IPAddress
    private let bits: Int

    /// Parses `ADDRESS` or `ADDRESS/BITS`; nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first.flatMap({ IPAddress(String($0)) }) else { return nil }
        let all = address.bytes.count * 8
        guard let bits = parts.count == 1 ? all : Int(parts[1]), (0...all).contains(bits) else { return nil }
        self.address = address
        self.bits = bits
    }

    /// Returns true if the block contains an address.
    package func contains(_ other: IPAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        return (0..<address.bytes.count).allSatisfy { index in
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> min(8, max(0, bits - index * 8)))
            return address.bytes[index] & mask == other.bytes[index] & mask
        }
    }

    package var description: String { "\(address)/\(bits)" }

    /// The loopback addresses.
    package static let loopback = ["127.0.0.0/8", "::1"].compactMap(AddressBlock.init)
}
