import CSodium

/// libsodium, set up once for the process.
enum Sodium {
    private static let isReady = sodium_init() >= 0

    /// Must come before any other call: it picks implementations for this processor and opens the source of randomness.
    static func prepare() {
        precondition(isReady, "the system has no source of random numbers")
    }
}
