import Synchronization

/// The number of fetches of an edition since the last collection.
struct FetchCount: ~Copyable, Sendable {
    /// The number of fetches after which only a part of them is sampled.
    private static let exact = 16
    /// The number of fetches for which a later sample stands.
    private static let stride = 64

    private let count = Atomic(0)

    /// Counts a fetch with one atomic addition. Returns the number of fetches that a sample of it stands for; 0 if it is
    /// not to be sampled.
    func add() -> Int {
        let before = count.add(1, ordering: .relaxed).oldValue
        return before < Self.exact ? 1 : before % Self.stride == 0 ? Self.stride : 0
    }

    /// Returns the number and begins again at 0.
    func collect() -> Int { count.load(ordering: .relaxed) == 0 ? 0 : count.exchange(0, ordering: .relaxed) }
}
