import Cryptography

/// The app that sends a failure report, recognized by its network address.
package struct FailureReporter: Sendable, Hashable {
    /// The length of a key in bytes.
    private static let keyLength = 16

    /// A digest of the address; random if the address is nil.
    let key: [UInt8]

    /// Creates the reporter with an address. For an address that many apps share, pass nil; then every report counts as
    /// that of another app.
    package init(address: String?) {
        key =
            address.map { Array(SHA256Digest(of: "reporter \($0)").bytes.prefix(Self.keyLength)) }
            ?? Random.bytes(Self.keyLength)
    }
}
