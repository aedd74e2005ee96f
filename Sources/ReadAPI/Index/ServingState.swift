import Synchronization

/// What a node serves from now: the index and whether its release number is still followed.
struct ServingState: Sendable {
    /// Nil until the first snapshot is held.
    var index: ReadIndex?
    /// Whether the last look at the database succeeded.
    var isFollowing = false
}

/// The state that the follower replaces and every serving thread copies: threads compare a number with each request,
/// and take the lock only when it has changed.
final class SharedState: Sendable {
    private let number = Atomic(1)
    private let state = Mutex(ServingState())

    /// Changes with every replacement; never 0.
    var generation: Int { number.load(ordering: .acquiring) }

    /// The state as it is now.
    var current: ServingState { state.withLock { $0 } }

    /// Replaces the state, unless its release number would go back.
    func replace(_ change: (inout ServingState) -> Void) {
        state.withLock { state in
            var next = state
            change(&next)
            guard (next.index?.release ?? 0) >= (state.index?.release ?? 0) else { return }
            state = next
            number.add(1, ordering: .releasing)
        }
    }
}
