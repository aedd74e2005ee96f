import Foundation
import Synchronization

/// Attempts to sign in that failed, as the audit trail tells of them: each alone as long as they are few, together when
/// they are many, so that a flood does not fill the trail.
final class SignInTally: Sendable {
    /// Why an attempt failed.
    enum Reason: String, Sendable {
        case wrongPassword = "wrong-password"
        case unknownName = "unknown-name"
        case disabled
        /// The password was not looked at.
        case tooMany = "too-many"
        case busy
    }

    /// The attempts of a minute or longer that are not told one by one.
    struct Summary: Sendable {
        var since: Date
        var attempts: [Reason: Int] = [:]
        /// Names of accounts, and addresses, that were tried; the first ones.
        var names: Set<String> = []
        var addresses: Set<String> = []
    }

    private struct State {
        var minute = Date.distantPast
        var told = 0
        var summary: Summary?
    }

    /// Failures that are told one by one in a minute.
    static let toldOneByOne = 20
    private static let listed = 20

    private let state = Mutex(State())

    /// Counts an attempt: whether it is told alone, and a summary that is complete now.
    func note(_ reason: Reason, name: String?, address: String, now: Date) -> (isToldAlone: Bool, complete: Summary?) {
        state.withLock { state in
            let complete = Self.complete(&state, now: now)
            if state.told < Self.toldOneByOne {
                state.told += 1
                return (true, complete)
            }
            var summary = state.summary ?? Summary(since: now)
            summary.attempts[reason, default: 0] += 1
            if let name, summary.names.count < Self.listed { summary.names.insert(name) }
            if summary.addresses.count < Self.listed { summary.addresses.insert(address) }
            state.summary = summary
            return (false, complete)
        }
    }

    /// The summary so far, which is forgotten here.
    func take() -> Summary? {
        state.withLock { state in
            defer { state.summary = nil }
            return state.summary
        }
    }

    /// Begins a new minute when the last one is over, or the clock was set back.
    private static func complete(_ state: inout State, now: Date) -> Summary? {
        guard !(state.minute...state.minute.addingTimeInterval(60)).contains(now) else { return nil }
        defer { state = State(minute: now) }
        return state.summary
    }
}
