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
        /// Writing or reading failed. Newer releases are not served unless the disk certainly holds nothing older that
        /// a restart could serve.
        case failing
    }
}

/// The state that the follower replaces and every serving thread copies. At each request a thread reads the generation
/// number, and takes the lock only if the number has changed.
final class SharedState: Sendable {
    /// The times at which the database last answered and last confirmed that the state is the newest.
    let freshness = Freshness()
    /// The answers and connections of the process's listeners.
    let traffic = Traffic()
    /// The limits for manifests and bundles.
    let limits: DocumentLimits
    /// Compresses the bodies that are served.
    let compressor: Compressor
    /// Announces every release to the threads that wait for it.
    let released = ReleaseSignal()
    /// The counts of fetches of all threads.
    let counts = ReadCounts()
    private let number = Atomic(1)
    private let state = Mutex(Held())

    /// The maximum number of changed features that are listed between two calls of `takeChanges`.
    static let changeLimit = 1_000

    /// The state that is served, and the features that changed since they were last taken.
    private struct Held {
        var serving = ServingState()
        /// The changed features; nil if they are not listed, because all features are new or too many changed.
        var changed: [FeatureIndex]?

        /// Adds the changed features of the index that is served next.
        mutating func note(_ next: ReadIndex) {
            guard let listed = changed?.count, let base = next.base, base == serving.index?.point,
                listed + next.changed.count <= SharedState.changeLimit
            else {
                changed = nil
                return
            }
            changed?.append(contentsOf: next.changed)
        }
    }

    init(isCompressingAhead: Bool = true, limits: DocumentLimits = DocumentLimits()) {
        self.limits = limits
        compressor = Compressor(isAhead: isCompressingAhead)
    }

    /// The generation; changes with every replacement and is never 0.
    var generation: Int { number.load(ordering: .acquiring) }

    /// The current state.
    var current: ServingState { state.withLock { $0.serving } }

    /// Returns the index with the features that changed since the last call, oldest change first; `changed` is nil if
    /// they are not listed. Returns nil without an index.
    func takeChanges() -> (index: ReadIndex, changed: [FeatureIndex]?)? {
        state.withLock { held in
            guard let index = held.serving.index else { return nil }
            defer { held.changed = [] }
            return (index, held.changed)
        }
    }

    /// Replaces the state, unless the index would be lost or the release number of the same installation would
    /// decrease.
    func replace(_ change: (inout ServingState) -> Void) {
        let former = state.withLock { held -> ReadIndex? in
            var next = held.serving
            let before = held.serving.index
            change(&next)
            if let before {
                guard let after = next.index else { return nil }
                let isSame = after.point.installation == before.point.installation
                guard !isSame || after.release >= before.release else { return nil }
            }
            let isNew = next.index !== before
            if isNew, let after = next.index { held.note(after) }
            held.serving = next
            number.add(1, ordering: .releasing)
            if let index = next.index { released.announce(index.release) }
            return isNew ? before : nil
        }
        former?.manifests.retire()
    }
}
