import CSodium

/// The initialization of libsodium, done once per process.
enum Sodium {
    private static let isReady = sodium_init() >= 0

    /// Initializes libsodium; must precede every other call, because it selects implementations for this processor and
    /// opens the source of randomness.
    static func prepare() {
        precondition(isReady, "the system has no source of random numbers")
    }
}
