import Cryptography
package import Publishing
import SchemaRepository

extension ReleasePreflight {
    /// Loads a feature with the code of read nodes. Checks that its record in a snapshot file is read back unchanged,
    /// that every content has its hash, and that clients of the first version of every edition get an edition. The last
    /// check leaves out rules of 0 % and switched-off platforms.
    package static let readNode = ReleasePreflight { feature, content in
        guard SnapshotText.feature(SnapshotText.write(feature)) == feature else { throw SnapshotError.unreadableRecord }
        let index = try FeatureIndex(feature, signer: ResponseSigner(keys: []), earlier: nil) { hash in
            try content(hash).map { try $0.verified(hash) }
        }
        for rule in feature.rules where !feature.switchedOff.contains(rule.platform) && rule.percent.tenths > 0 {
            let platform = Array(rule.platform.utf8)
            for edition in rule.editions {
                let outcome = index.outcome(platform: platform.span, key: edition.from.sortKey, bucket: 0)
                guard case .edition = outcome else { throw SnapshotError.unresolved(edition.hash) }
            }
        }
    }
}

extension [UInt8] {
    /// Returns the bytes if `hash` is their SHA-256; throws ``SnapshotError/wrongHash(_:)`` if not.
    func verified(_ hash: String) throws -> [UInt8] {
        guard SHA256Digest(of: self) == SHA256Digest(hex: hash) else { throw SnapshotError.wrongHash(hash) }
        return self
    }
}
