import Foundation
import Synchronization

/// A fair queue that limits concurrent heavy work, such as checks, previews, searches and publishing. By default, it
/// runs as many requests at once as there are processors, but at least 2. Waiting requests are served in rotation by
/// owner: between two waiting requests of one owner, at most one waiting request of every other owner gets its turn.
final class FairWorkQueue: Sendable {
    /// The owner of a request: an account or, for work without an account, the name of what is worked on, such as a
    /// feature.
    enum Owner: Hashable, Sendable {
        case account(Int)
        case subject(String)
    }

    /// The limits of the queue.
    struct Limits: Sendable {
        /// The maximum number of requests processed at once; by default one per processor, at least 2.
        var running = max(2, ProcessInfo.processInfo.activeProcessorCount)
        /// The maximum number of waiting requests of one owner.
        var waitingOfOne = 64
        /// The maximum number of waiting requests of all owners.
        var waiting = 192
        /// The maximum total size of the bodies of all waiting requests, in bytes.
        var waitingBytes = 64 << 20

        /// The limits of proposals of schema releases and of imports of option lists: one runs at a time.
        static let imports = Limits(running: 1, waitingOfOne: 4, waiting: 16)
    }

    /// A waiting request.
    private struct Waiter {
        let turn: DispatchSemaphore
        let size: Int
    }

    private struct State {
        var running = 0
        /// The waiting requests by owner, the oldest first.
        var waiters: [Owner: [Waiter]] = [:]
        /// The owners of waiting requests, in the order of their next turns.
        var turns: [Owner] = []
        var waiting = 0
        var waitingBytes = 0

        mutating func next() -> Waiter? {
            guard !turns.isEmpty else { return nil }
            let owner = turns.removeFirst()
            guard var own = waiters[owner], !own.isEmpty else { return nil }
            let next = own.removeFirst()
            waiters[owner] = own.isEmpty ? nil : own
            if !own.isEmpty { turns.append(owner) }
            waiting -= 1
            waitingBytes -= next.size
            return next
        }
    }

    private let limits: Limits
    private let state = Mutex(State())

    init(_ limits: Limits = Limits()) { self.limits = limits }

    /// The number of waiting requests.
    var waiting: Int { state.withLock { $0.waiting } }

    /// Waits for a turn, then runs `work` and returns its result. Returns nil at once if a limit of waiting requests is
    /// reached.
    ///
    /// `size` is the memory that the request occupies while it waits, in bytes.
    func run<Result>(of owner: Owner, size: Int, _ work: () throws -> Result) rethrows -> Result? {
        let turn = DispatchSemaphore(value: 0)
        let entry = state.withLock { state -> Bool? in
            if state.running < limits.running {
                state.running += 1
                return true
            }
            let own = state.waiters[owner, default: []]
            guard own.count < limits.waitingOfOne, state.waiting < limits.waiting,
                state.waitingBytes + size <= limits.waitingBytes
            else { return nil }
            if own.isEmpty { state.turns.append(owner) }
            state.waiters[owner] = own + [Waiter(turn: turn, size: size)]
            state.waiting += 1
            state.waitingBytes += size
            return false
        }
        guard let isIn = entry else { return nil }
        if !isIn { turn.wait() }
        defer { leave() }
        return try work()
    }

    /// Lets the next waiting request run; if none waits, reduces the number of running requests by one.
    private func leave() {
        let next = state.withLock { state -> Waiter? in
            if let next = state.next() { return next }
            state.running -= 1
            return nil
        }
        next?.turn.signal()
    }
}
