import Synchronization

/// The number of fetches of an edition since the last collection.
struct FetchCount: ~Copyable, Sendable {
    /// The number of fetches after a collection that may all be sampled; of later ones, only one in `stride` may be.
    private static let exact = 16
    /// The number of fetches that each later sample represents.
    private static let stride = 64

    private let count = Atomic(0)

    /// A counted fetch.
    struct Turn {
        /// The number of fetches that a sample of this fetch represents; 0 if this fetch is not to be sampled.
        let weight: Int
        /// True for the first fetch since the last collection.
        var isFirst = false
    }

    /// Counts a fetch with one instruction, without a check for overflow, which would need a loop.
    func add() -> Turn {
        let before = count.wrappingAdd(1, ordering: .relaxed).oldValue
        if before < Self.exact { return Turn(weight: 1, isFirst: before == 0) }
        return Turn(weight: before % Self.stride == 0 ? Self.stride : 0)
    }

    /// Returns the number of fetches and resets it to 0.
    func collect() -> Int { count.load(ordering: .relaxed) == 0 ? 0 : count.exchange(0, ordering: .relaxed) }
}
