import Cryptography

/// The buckets that divide the clients of a feature for partial rollouts.
///
/// Every feature has buckets of its own, so that the first percent of one feature's clients are not the first percent
/// of another feature's clients.
package enum RolloutBucket {
    /// The number of buckets; they are numbered from 0.
    package static let count = 1_000

    /// Returns the bucket of an installation of an app for a feature: the first 8 bytes, big-endian, of the SHA-256 of
    /// the UTF-8 text `feature`, line feed, `installation`, modulo 1,000.
    package static func bucket(ofInstallation installation: String, feature: String) -> Int {
        let digest = SHA256Digest(of: "\(feature)\n\(installation)")
        return Int(digest.bytes.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) } % UInt64(count))
    }
}
