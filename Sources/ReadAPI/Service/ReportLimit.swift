import Foundation
import Synchronization

/// Limits the reports of each address and of all addresses together in a minute, so that no app can flood the database.
final class ReportLimit: Sendable {
    private struct State {
        var minute = 0
        var counts: [String: Int] = [:]
    }

    /// The maximum number of reports of one address in a minute.
    static let perAddress = 60
    /// The maximum number of reports of all addresses in a minute.
    static let inAll = 6_000

    private let state = Mutex(State())

    /// Counts a report and returns true; returns false if its address, or all addresses together, have reached their
    /// limit in this minute.
    func admits(_ address: String, now: Date) -> Bool {
        state.withLock { state in
            let minute = Int(now.timeIntervalSince1970 / 60)
            if state.minute != minute { state = State(minute: minute) }
            let count = state.counts[address, default: 0]
            guard count < Self.perAddress, state.counts[Self.all, default: 0] < Self.inAll else { return false }
            state.counts[address] = count + 1
            state.counts[Self.all, default: 0] += 1
            return true
        }
    }

    /// The key of the count of all reports; it is not an address.
    private static let all = "all"
}
