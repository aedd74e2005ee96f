import Cryptography

/// Failed attempts to sign in that are counted together, and how long they make the next one wait.
///
/// A name alone is no lane: whoever knew it could keep its owner out.
struct SignInLane: Sendable {
    let nameHash: [UInt8]
    let laneHash: [UInt8]
    /// Failures before each further one doubles the wait, which begins at one second.
    let free: Int
    /// The longest wait, in seconds.
    let longest: Int
    /// After so many seconds without a failure the count begins anew.
    let memory: Int
    /// True if somebody's right password says nothing of the others' failures.
    var isShared = false

    /// A name, tried from a browser that its account has signed in with before.
    static func device(_ device: KnownDevice, name: String) -> SignInLane {
        SignInLane(name: name, lane: "device \(device.account) \(device.id)", free: 4, longest: 900, memory: 86_400)
    }

    /// A name, tried from an address.
    static func name(_ name: String, from address: String) -> SignInLane {
        SignInLane(name: name, lane: "address \(address)", free: 4, longest: 900, memory: 86_400)
    }

    /// All names that are tried from an address, which many people may share.
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
