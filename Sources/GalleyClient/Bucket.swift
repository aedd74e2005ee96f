import Foundation

/// The buckets that divide the clients of a feature for partial rollouts.
enum Bucket {
    /// The number of buckets; they are numbered from 0.
    static let count = 1_000

    /// Returns the bucket of an installation of an app for a feature: the first 8 bytes, big-endian, of the SHA-256 of
    /// the UTF-8 text `feature`, line feed, `installation`, modulo 1,000.
    static func number(ofInstallation installation: String, feature: String) -> Int {
        let digest = Digest.sha256(Data("\(feature)\n\(installation)".utf8))
        return Int(digest.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) } % UInt64(count))
    }
}
