import Publishing
import Synchronization

/// The index that a node serves from, and the state of its disk.
struct ServingState: Sendable {
    /// Nil until the first snapshot is held.
    var index: ReadIndex?
    /// Nil where a node keeps nothing.
    var storage: Storage?

    /// The state of the disk that keeps the snapshot for the next start.
    enum Storage: String, Sendable {
        case ok
        /// Releases that it did not take are not served, unless there is nothing older on it that a start could serve.
        case failing
    }
}

/// The state that the follower replaces and every serving thread copies: threads compare a number with each request,
/// and take the lock only when it has changed.
final class SharedState: Sendable {
    /// The age of the state.
    let freshness = Freshness()
    private let number = Atomic(1)
    private let state = Mutex(ServingState())

    /// Changes with every replacement; never 0.
    var generation: Int { number.load(ordering: .acquiring) }

    /// The state as it is now.
    var current: ServingState { state.withLock { $0 } }

    /// Replaces the state, unless the release number of one installation would go back.
    func replace(_ change: (inout ServingState) -> Void) {
        state.withLock { state in
            var next = state
            change(&next)
            if let before = state.index {
                guard let after = next.index else { return }
                let isSame = after.point.installation == before.point.installation
                guard !isSame || after.release >= before.release else { return }
            }
            state = next
            number.add(1, ordering: .releasing)
        }
    }
}
