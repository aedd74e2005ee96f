import Foundation

/// The parts of a password hash, read from its text: `$argon2id$v=19$m=47104,t=1,p=1$`, the salt, `$` and the digest,
/// the last two in base64 without padding.
struct StoredPasswordHash {
    let kibibytes: Int
    let passes: Int
    /// 16 bytes.
    let salt: [UInt8]
    /// 32 bytes.
    let digest: [UInt8]

    /// Reads a hash; nil for a text that is not one, and for less memory than libsodium's minimum of 8 KiB.
    init?(_ text: String) {
        let form = #/\$argon2id\$v=19\$m=([0-9]{1,10}),t=([0-9]{1,10}),p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})/#
        guard let parts = text.wholeMatch(of: form)?.output,
            let kibibytes = UInt32(parts.1), kibibytes >= 8, let passes = UInt32(parts.2), passes > 0,
            let salt = Data(base64Encoded: "\(parts.3)=="), let digest = Data(base64Encoded: "\(parts.4)=")
        else { return nil }
        (self.kibibytes, self.passes) = (Int(kibibytes), Int(passes))
        (self.salt, self.digest) = (Array(salt), Array(digest))
    }
}
