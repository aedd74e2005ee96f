import Cryptography

/// A counter of failed sign-ins and the delay that they cause.
///
/// There is no lane for a name alone, because anyone who knows the name could lock its owner out.
struct SignInLane: Sendable {
    let nameHash: [UInt8]
    let laneHash: [UInt8]
    /// The number of failures after which the next attempt must wait one second; each further failure doubles the
    /// delay.
    let free: Int
    /// The maximum delay in seconds.
    let longest: Int
    /// The seconds without a failure after which counting begins again.
    let memory: Int
    /// True if several people may share the lane; then one correct password does not reset the others' failures.
    var isShared = false

    /// Returns the lane of a name on a known device of its account.
    static func device(_ device: KnownDevice, name: String) -> SignInLane {
        SignInLane(name: name, lane: "device \(device.account) \(device.id)", free: 4, longest: 900, memory: 86_400)
    }

    /// Returns the lane of a name from an address.
    static func name(_ name: String, from address: String) -> SignInLane {
        SignInLane(name: name, lane: "address \(address)", free: 4, longest: 900, memory: 86_400)
    }

    /// Returns the lane of an address, which many people may share.
    static func address(_ address: String) -> SignInLane {
        var lane = SignInLane(name: "", lane: "address \(address)", free: 30, longest: 60, memory: 900)
        lane.isShared = true
        return lane
    }

    private init(name: String, lane: String, free: Int, longest: Int, memory: Int) {
        nameHash = AccountStore.nameHash(name)
        laneHash = SHA256Digest(of: Array(lane.utf8)).bytes
        self.free = free
        self.longest = longest
        self.memory = memory
    }
}
