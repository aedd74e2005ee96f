import Foundation
import Synchronization

/// The gate that heavy work passes: checks, previews, sample data, publishing. As much of it is done at once as the
/// machine has processors; the rest waits, and those who wait take turns by owner, so that one who sends hundreds keeps
/// nobody else waiting for more than a turn.
final class HeavyWork: Sendable {
    /// The one whose turn it is: an account or, for visitors without one, the document that their address shows.
    enum Owner: Hashable, Sendable {
        case account(Int)
        case subject(String)
    }

    /// Limits of the gate.
    struct Limits: Sendable {
        /// Requests that are worked on at once.
        var running = max(2, ProcessInfo.processInfo.activeProcessorCount)
        /// Requests of one owner that may wait.
        var waitingOfOne = 64
        /// Requests of all owners together that may wait.
        var waiting = 192
        /// Bytes of the bodies of waiting requests, all together.
        var waitingBytes = 64 << 20
    }

    /// A request that waits.
    private struct Waiter {
        let turn: DispatchSemaphore
        let size: Int
    }

    private struct State {
        var running = 0
        /// Waiting requests by owner, the oldest first.
        var waiters: [Owner: [Waiter]] = [:]
        /// Owners of waiting requests; the one whose turn is next stands first.
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

    /// The number of requests that wait.
    var waiting: Int { state.withLock { $0.waiting } }

    /// Does work when its turn comes, and answers what it answers; nil, without waiting, where too much waits already.
    ///
    /// `size`: the bytes that are held while it waits.
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

    /// Hands the place on to the next who waits.
    private func leave() {
        let next = state.withLock { state -> Waiter? in
            if let next = state.next() { return next }
            state.running -= 1
            return nil
        }
        next?.turn.signal()
    }
}
