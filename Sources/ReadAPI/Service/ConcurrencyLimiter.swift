import Dispatch
import Synchronization

/// A limiter of concurrent requests that take long, so that they do not occupy all connections or all cores. Each
/// request that is handled has a place; when all places are taken, further requests wait or are refused.
final class ConcurrencyLimiter: Sendable {
    private let limit: Int
    private let queueLimit: Int
    private let patience: Duration
    private let state: Mutex<State>

    private struct State {
        var free: Int
        /// The requests that wait for a place, in the order in which they came. A place is handed over with a signal.
        var queue: [DispatchSemaphore] = []
    }

    /// The default limit, which is that of the clients that wait for releases, streams included.
    static let defaultLimit = 1_000
    /// The interval, in milliseconds, at which a waiting request checks if its client has left.
    private static let slice = 100

    /// Creates a limiter with `limit` places. When they are taken, at most `queue` further requests wait for one, each
    /// as long as `patience`.
    init(limit: Int = defaultLimit, queue: Int = 0, patience: Duration = .zero) {
        self.limit = limit
        queueLimit = queue
        self.patience = patience
        state = Mutex(State(free: limit))
    }

    /// The outcome of asking for a place.
    private enum Entry {
        case place
        /// No place is free; the semaphore is signaled when one is handed over.
        case turn(DispatchSemaphore)
        case full
    }

    /// Takes a place, which becomes free when the returned object is released. If none is free, it waits for one, until
    /// the limiter's patience is over or the client has left.
    ///
    /// - Throws: `Problem` if no place becomes free in time or too many requests wait.
    func place(isAbandoned: () -> Bool = { false }) throws(Problem) -> Place {
        switch enter() {
        case .place: return Place(self)
        case .turn(let turn):
            guard wait(for: turn, isAbandoned) else {
                throw Problem(
                    kind: .overloaded,
                    detail: "\(Self.requests(limit)) being answered, and none ended in time; ask again soon.")
            }
            return Place(self)
        case .full:
            let others = queueLimit > 0 ? ", and \(Self.requests(queueLimit)) waiting" : ""
            throw Problem(
                kind: .overloaded, detail: "\(Self.requests(limit)) already open\(others); ask again soon.")
        }
    }

    /// Returns the beginning of a sentence about a number of requests, such as “1 such request is”.
    private static func requests(_ count: Int) -> String {
        count == 1 ? "1 such request is" : "\(count) such requests are"
    }

    private func enter() -> Entry {
        state.withLock { state in
            if state.free > 0 {
                state.free -= 1
                return .place
            }
            guard state.queue.count < queueLimit else { return .full }
            let turn = DispatchSemaphore(value: 0)
            state.queue.append(turn)
            return .turn(turn)
        }
    }

    /// Returns true if a place was handed over in time.
    private func wait(for turn: DispatchSemaphore, _ isAbandoned: () -> Bool) -> Bool {
        let end = ContinuousClock.now + patience
        while ContinuousClock.now < end, !isAbandoned() {
            let left = Int((end - .now) / .milliseconds(1)) + 1
            if turn.wait(timeout: .now() + .milliseconds(min(left, Self.slice))) == .success { return true }
        }
        return state.withLock { state in
            // A request that is no longer in the queue has just been handed a place.
            guard let index = state.queue.firstIndex(where: { $0 === turn }) else { return true }
            state.queue.remove(at: index)
            return false
        }
    }

    private func leave() {
        state.withLock { state in
            guard !state.queue.isEmpty else {
                state.free += 1
                return
            }
            state.queue.removeFirst().signal()
        }
    }

    /// A place of one request; it becomes free when the object is released.
    final class Place: Sendable {
        private let limiter: ConcurrencyLimiter

        fileprivate init(_ limiter: ConcurrencyLimiter) { self.limiter = limiter }

        deinit { limiter.leave() }
    }
}
