import Cryptography

/// The sender of a report, as far as its address tells it.
package struct FailureReporter: Sendable, Hashable {
    /// The length of a key in bytes.
    private static let keyLength = 16

    /// A digest of the address; random if the sender is unknown.
    let key: [UInt8]

    /// Creates the reporter of an address; nil for an address that many apps share, whose reports count as those of
    /// different apps.
    package init(address: String?) {
        key =
            address.map { Array(SHA256Digest(of: "reporter \($0)").bytes.prefix(Self.keyLength)) }
            ?? Random.bytes(Self.keyLength)
    }
}
