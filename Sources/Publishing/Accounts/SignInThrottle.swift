import Cryptography

/// A throttle for sign-ins: a counter of failures, and the delay that they cause.
///
/// There is no throttle for a name alone, because anyone who knows the name could lock its owner out.
struct SignInThrottle: Sendable {
    let nameHash: [UInt8]
    /// The hash of the device or address from which the attempts come; the column `lane_hash`.
    let sourceHash: [UInt8]
    /// The number of failures after which the next attempt must wait one second; each further failure doubles the
    /// delay.
    let free: Int
    /// The maximum delay in seconds.
    let longest: Int
    /// The seconds without a failure after which counting begins again.
    let resetAfter: Int
    /// True if several people may share the throttle; then one correct password does not reset the others' failures.
    var isShared = false

    /// Returns the throttle of a name on a known device of its account.
    static func device(_ device: KnownDevice, name: String) -> SignInThrottle {
        SignInThrottle(
            name: name, source: "device \(device.account) \(device.id)", free: 4, longest: 900, resetAfter: 86_400)
    }

    /// Returns the throttle of a name from an address.
    static func name(_ name: String, from address: String) -> SignInThrottle {
        SignInThrottle(name: name, source: "address \(address)", free: 4, longest: 900, resetAfter: 86_400)
    }

    /// Returns the throttle of an address, which many people may share.
    static func address(_ address: String) -> SignInThrottle {
        var throttle = SignInThrottle(name: "", source: "address \(address)", free: 30, longest: 60, resetAfter: 900)
        throttle.isShared = true
        return throttle
    }

    private init(name: String, source: String, free: Int, longest: Int, resetAfter: Int) {
        nameHash = AccountStore.nameHash(name)
        sourceHash = SHA256Digest(of: Array(source.utf8)).bytes
        self.free = free
        self.longest = longest
        self.resetAfter = resetAfter
    }
}
