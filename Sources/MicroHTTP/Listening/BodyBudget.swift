import Foundation
import Synchronization

/// A number of bytes that bodies may use together, for example those of all current requests.
///
/// A body that is sent uses its share of the budget until the last client has received it. If a share is needed and too
/// little is left, `shareEndingSlowClients` ends the connections of clients that take their bodies too slowly, so that
/// clients that hardly read do not keep everybody else's bodies out of memory.
package final class BodyBudget: Sendable {
    private struct State {
        var left: Int
        /// The clients that are receiving a body with a share of the budget, by their connections.
        var recipients: [ObjectIdentifier: Recipient] = [:]
        /// The time before which slow clients are not looked for again (`Monotonic`).
        var nextSearch: UInt64 = 0
    }

    /// A client that is receiving a body.
    private struct Recipient {
        let share: Share
        let descriptor: Int32
        /// The time at which the answer began (`Monotonic`).
        let began: UInt64
        /// The number of bytes of earlier answers that the client had acknowledged by then.
        let acknowledged: UInt64
        /// True if the connection was ended; its memory becomes free within milliseconds.
        var isEnded = false
    }

    private let state: Mutex<State>
    private let total: Int
    private let reserve: Int
    /// The time at the beginning of an answer in which the client's rate does not count, in nanoseconds.
    private let grace: UInt64
    private let rate: UInt64

    /// The time at the beginning of an answer in which the client's rate does not count, unless another is given.
    package static let usualGrace = Duration.seconds(2)
    /// The rate in bytes per second that a client needs while bytes are short, unless another is given.
    package static let usualRate = 256 << 10
    /// The shortest time between two searches for slow clients, because each looks at every client, in nanoseconds.
    private static let searchInterval: UInt64 = 100_000_000
    private static let millisecond: UInt64 = 1_000_000
    private static let millisecondsPerSecond: UInt64 = 1_000

    /// Creates a budget.
    ///
    /// `reserve`: The part of the bytes that is given only while the connections of slow clients end, until their memory
    /// is free. `grace` and `rate`: While bytes are short, a client is slow if it has acknowledged fewer than `rate`
    /// bytes for each second since the beginning of its answer; the time `grace` at the beginning does not count.
    package init(
        bytes: Int, reserve: Int = 0, grace: Duration = BodyBudget.usualGrace, rate: Int = BodyBudget.usualRate
    ) {
        total = bytes
        self.reserve = reserve
        self.grace = Monotonic.nanoseconds(grace)
        self.rate = UInt64(max(0, rate))
        state = Mutex(State(left: bytes))
    }

    /// Takes some bytes; returns false if fewer are left.
    func take(_ bytes: Int) -> Bool { take(bytes, leaving: 0) }

    private func take(_ bytes: Int, leaving rest: Int) -> Bool {
        state.withLock { state in
            guard bytes <= state.left - rest else { return false }
            state.left -= bytes
            return true
        }
    }

    /// Returns taken bytes to the budget.
    func give(_ bytes: Int) { state.withLock { $0.left += bytes } }

    /// Takes some bytes until the returned share is freed; nil if fewer are left besides the reserve.
    package func share(of bytes: Int) -> Share? { take(bytes, leaving: reserve) ? Share(bytes, of: self) : nil }

    /// Takes some bytes until the returned share is freed. If fewer are left besides the reserve, ends the connections
    /// of slow clients and uses the reserve until their memory is free; nil if there are none, or if even the reserve
    /// is too small.
    package func shareEndingSlowClients(of bytes: Int) -> Share? {
        if let share = share(of: bytes) { return share }
        guard endSlowClients(for: bytes, at: Monotonic.now()), take(bytes, leaving: 0) else { return nil }
        return Share(bytes, of: self)
    }

    /// Ends the connections of clients that are slow at `now`, until enough of them are ended to free `bytes` bytes and
    /// an eighth of the budget, whichever is more, or none is left. Returns true if some memory becomes free.
    ///
    /// A body is freed only if all clients that receive it are slow, so a body that others receive quickly is left
    /// alone. The oldest bodies are freed first, by the time at which the last client began to receive them.
    func endSlowClients(for bytes: Int, at now: UInt64) -> Bool {
        state.withLock { state in
            guard now >= state.nextSearch else { return false }
            state.nextSearch = now + Self.searchInterval
            let bodies = Dictionary(grouping: state.recipients) { ObjectIdentifier($0.value.share) }.values
            let slow = bodies.compactMap { recipients -> (last: UInt64, recipients: [(ObjectIdentifier, Recipient)])? in
                guard recipients.allSatisfy({ $0.value.isEnded || isSlow($0.value, at: now) }) else { return nil }
                let last = recipients.map(\.value.began).max() ?? 0
                return (last, recipients.map { ($0.key, $0.value) })
            }
            let needed = max(bytes, total / 8)
            var freed = 0
            for body in slow.sorted(by: { $0.last < $1.last }) where freed < needed {
                for (connection, recipient) in body.recipients where !recipient.isEnded {
                    ClientConnection.reset(recipient.descriptor)
                    state.recipients[connection]?.isEnded = true
                }
                freed += body.recipients.first?.1.share.bytes ?? 0
            }
            return freed > 0
        }
    }

    private func isSlow(_ recipient: Recipient, at now: UInt64) -> Bool {
        guard now > recipient.began + grace else { return false }
        let wanted = (now - recipient.began - grace) / Self.millisecond * rate / Self.millisecondsPerSecond
        let acknowledged = ClientConnection.acknowledgedBytes(on: recipient.descriptor)
        return max(acknowledged, recipient.acknowledged) - recipient.acknowledged < wanted
    }

    /// Bytes of a budget, which gets them back when this object is freed.
    package final class Share: Sendable {
        fileprivate let bytes: Int
        private let budget: BodyBudget

        fileprivate init(_ bytes: Int, of budget: BodyBudget) { (self.bytes, self.budget) = (bytes, budget) }

        deinit { budget.give(bytes) }

        /// Notes that a client begins to receive the body of this share. `end` must follow before the connection's
        /// descriptor is closed.
        func begin(_ connection: ClientConnection, at now: UInt64) {
            let recipient = Recipient(
                share: self, descriptor: connection.descriptor, began: now,
                acknowledged: ClientConnection.acknowledgedBytes(on: connection.descriptor))
            budget.state.withLock { $0.recipients[ObjectIdentifier(connection)] = recipient }
        }

        /// Notes that a client receives the body no longer.
        func end(_ connection: ClientConnection) {
            // Freed after the lock, because the last reference to a share gives its bytes back, which takes the lock.
            let removed = budget.state.withLock { $0.recipients.removeValue(forKey: ObjectIdentifier(connection)) }
            withExtendedLifetime(removed) {}
        }
    }
}
