import CSodium

/// The initialization of libsodium, done once per process.
enum Sodium {
    private static let isReady = sodium_init() >= 0

    /// Initializes libsodium, which selects implementations for this processor and opens the source of random numbers.
    /// Must precede random bytes, password hashes and signatures; digests and encodings work without it.
    static func prepare() {
        precondition(isReady, "the system has no source of random numbers")
    }
}
