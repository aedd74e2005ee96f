/// The timeout for sending an answer, which grows with the body. Without it, clients that read slowly or not at all would
/// keep answers in memory for as long as they like.
struct SendTimeout: Sendable {
    private let least: UInt64
    private let rate: UInt64

    private static let second: UInt64 = 1_000_000_000

    init(_ configuration: ListenerConfiguration) {
        least = Monotonic.nanoseconds(configuration.sendTimeout)
        rate = UInt64(max(1, configuration.sendRate))
    }

    /// Returns the time for an answer whose body has some bytes, in nanoseconds.
    func nanoseconds(forBody bytes: Int) -> UInt64 { least + UInt64(max(0, bytes)) * Self.second / rate }
}
