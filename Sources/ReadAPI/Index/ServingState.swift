import MicroHTTP
import Publishing
import Synchronization

/// The index that a node serves from, and the state of its disk.
struct ServingState: Sendable {
    /// The index; nil until the first snapshot is loaded.
    var index: ReadIndex?
    /// The state of the disk; nil if the node stores no snapshot.
    var storage: Storage?

    /// The state of the disk that stores the snapshot for the next start.
    enum Storage: String, Sendable {
        case ok
        /// Writing failed. Newer releases are not served unless the disk holds nothing older that a restart could
        /// serve.
        case failing
    }
}

/// The state that the follower replaces and every serving thread copies. Threads compare a generation number with each
/// request and take the lock only when it has changed.
final class SharedState: Sendable {
    /// The freshness of the state.
    let freshness = Freshness()
    /// The answers and connections of the process's listeners.
    let traffic = Traffic()
    /// Compresses what is served; nil if responses are sent as they are.
    let compressor: Compressor?
    /// Announces every release to those who wait for it.
    let released = ReleaseSignal()
    /// The fetches of all threads.
    let counts = ReadCounts()
    private let number = Atomic(1)
    private let state = Mutex(ServingState())

    init(isCompressing: Bool = true) {
        compressor = isCompressing ? Compressor() : nil
    }

    /// The generation; changes with every replacement and is never 0.
    var generation: Int { number.load(ordering: .acquiring) }

    /// The current state.
    var current: ServingState { state.withLock { $0 } }

    /// Replaces the state, unless the release number of the same installation would decrease.
    func replace(_ change: (inout ServingState) -> Void) {
        state.withLock { state in
            var next = state
            change(&next)
            if let before = state.index {
                guard let after = next.index else { return }
                let isSame = after.point.installation == before.point.installation
                guard !isSame || after.release >= before.release else { return }
                if after !== before { counts.retire(before) }
            }
            state = next
            number.add(1, ordering: .releasing)
            if let index = next.index { released.announce(index.release) }
        }
    }
}
