import Foundation

/// Wakes the threads that wait for the next release.
final class ReleaseSignal: @unchecked Sendable {
    private let condition = NSCondition()
    /// The last announced release; guarded by the condition.
    private var newest = 0
    /// True once `close` has been called; guarded by the condition.
    private var closed = false

    /// The interval, in seconds, at which a waiting thread checks if its client has left.
    private static let slice = 0.5

    /// Announces a release that is served from now on.
    func announce(_ release: Int) {
        condition.withLock { newest = release }
        condition.broadcast()
    }

    /// Ends all present waits; later ones end at once.
    func close() {
        condition.withLock { closed = true }
        condition.broadcast()
    }

    /// The reason why a wait ended.
    enum Ending: Equatable {
        case released
        case timeOver
        /// The client has left, or the process ends.
        case abandoned
    }

    /// Blocks until a release above `release` is announced, `seconds` have passed, the client has left or the signal is
    /// closed.
    func wait(above release: Int, seconds: Double, isAbandoned: () -> Bool) -> Ending {
        wait(seconds: seconds, isAbandoned: isAbandoned) { $0 > release }
    }

    /// Blocks until a release other than `release` is announced, `seconds` have passed, the client has left or the
    /// signal is closed. The announced number can be lower if the node has switched to another installation.
    func wait(otherThan release: Int, seconds: Double, isAbandoned: () -> Bool) -> Ending {
        wait(seconds: seconds, isAbandoned: isAbandoned) { $0 != release }
    }

    private func wait(seconds: Double, isAbandoned: () -> Bool, until isAwaited: (Int) -> Bool) -> Ending {
        // A clock that is set back does not lengthen the wait.
        let end = ContinuousClock.now + .seconds(seconds)
        while true {
            let ending: Ending? = condition.withLock {
                if closed { return .abandoned }
                if isAwaited(newest) { return .released }
                let left = (end - .now) / .seconds(1)
                guard left > 0 else { return .timeOver }
                _ = condition.wait(until: Date.now.addingTimeInterval(min(left, Self.slice)))
                return nil
            }
            if let ending { return ending }
            if isAbandoned() { return .abandoned }
        }
    }
}
