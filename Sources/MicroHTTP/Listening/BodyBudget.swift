import Foundation
import Synchronization

/// A number of bytes that bodies may use together, for example the bodies of all current requests.
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

    /// The clients that have received a body to its end or until their connection ended.
    fileprivate struct EarlierClients {
        /// The time at which the body was first sent (`Monotonic`); nil before that.
        var firstSent: UInt64?
        /// The time for which the clients received the body, added up, in nanoseconds.
        var time: UInt64 = 0
        /// The number of bytes of the body that the clients acknowledged.
        var acknowledged: UInt64 = 0
    }

    /// A client that is receiving a body.
    private struct Recipient {
        let share: Share
        let descriptor: Int32
        /// The time at which the answer began (`Monotonic`).
        let began: UInt64
        /// The number of bytes of earlier answers that the client had acknowledged when this answer began.
        let acknowledged: UInt64
        /// True if the connection was ended; its memory becomes free within milliseconds.
        var isEnded = false

        /// Returns the time for which the client has received the body at `now`, in nanoseconds.
        func age(at now: UInt64) -> UInt64 { now > began ? now - began : 0 }

        /// Returns the number of bytes of the body that the client has acknowledged.
        func acknowledgedOfBody() -> UInt64 {
            max(acknowledged, ClientConnection.acknowledgedBytes(on: descriptor)) - acknowledged
        }
    }

    private let state: Mutex<State>
    private let total: Int
    private let reserve: Int
    /// The time at the beginning of an answer in which the client's rate does not count, in nanoseconds.
    private let grace: UInt64
    private let rate: UInt64

    /// The default time at the beginning of an answer in which the client's rate does not count.
    package static let defaultGrace = Duration.seconds(2)
    /// The default rate, in bytes per second, that a client needs while bytes are short.
    package static let defaultRate = 256 << 10
    /// The shortest time between two searches for slow clients, in nanoseconds; each search looks at every client.
    private static let searchInterval: UInt64 = 100_000_000
    private static let millisecond: UInt64 = 1_000_000
    private static let millisecondsPerSecond: UInt64 = 1_000

    /// Creates a budget.
    ///
    /// `reserve`: The part of the bytes that is used only after connections of slow clients have been ended, until the
    /// memory of these clients is free. `grace` and `rate`: While bytes are short, a client is slow if it has
    /// acknowledged fewer than `rate` bytes for each second of its answer, not counting the first `grace`. A client
    /// within its grace is slow if the body was first sent more than `grace` ago and all clients that ever received the
    /// body have together acknowledged fewer than `rate` bytes for each second.
    package init(
        bytes: Int, reserve: Int = 0, grace: Duration = BodyBudget.defaultGrace, rate: Int = BodyBudget.defaultRate
    ) {
        total = bytes
        self.reserve = reserve
        self.grace = Monotonic.nanoseconds(grace)
        self.rate = UInt64(max(0, rate))
        state = Mutex(State(left: bytes))
    }

    /// Takes some bytes; takes none and returns false if fewer are left.
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
    /// of slow clients and uses the reserve until their memory is free. Returns nil if no client is slow, if the last
    /// search for slow clients was less than `searchInterval` ago, or if even the reserve is too small.
    package func shareEndingSlowClients(of bytes: Int) -> Share? {
        if let share = share(of: bytes) { return share }
        guard endSlowClients(for: bytes, at: Monotonic.now()), take(bytes, leaving: 0) else { return nil }
        return Share(bytes, of: self)
    }

    /// Ends the connections of clients that are slow at `now`, until `bytes` bytes or an eighth of the budget become
    /// free, whichever is more, or until no slow client is left. Returns true if some memory becomes free; false also
    /// if the last search was less than `searchInterval` ago.
    ///
    /// A body is freed only if all clients that receive it are slow, so a body that others receive quickly is left
    /// alone. The oldest bodies are freed first, by the time at which the last client began to receive them.
    func endSlowClients(for bytes: Int, at now: UInt64) -> Bool {
        state.withLock { state in
            guard now >= state.nextSearch else { return false }
            state.nextSearch = now + Self.searchInterval
            let bodies = Dictionary(grouping: state.recipients) { ObjectIdentifier($0.value.share) }.values
            let slow = bodies.compactMap { recipients -> (last: UInt64, recipients: [(ObjectIdentifier, Recipient)])? in
                guard isSlow(recipients.map(\.value), at: now) else { return nil }
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

    /// Returns true if all clients that receive a body are slow at `now`.
    ///
    /// If clients within their grace were never slow, a new client every two seconds would keep a body in memory for
    /// ever. So once the grace has passed since the body was first sent, such clients are slow if the average of all
    /// clients of the body is slow.
    private func isSlow(_ recipients: [Recipient], at now: UInt64) -> Bool {
        guard var all = recipients.first?.share.earlierClients.withLock(\.self) else { return false }
        var hasNew = false
        for recipient in recipients {
            let (age, acknowledged) = (recipient.age(at: now), recipient.acknowledgedOfBody())
            all.time += age
            all.acknowledged += acknowledged
            if recipient.isEnded { continue }
            if age <= grace { hasNew = true } else if acknowledged >= wantedBytes(in: age - grace) { return false }
        }
        guard hasNew else { return true }
        guard let firstSent = all.firstSent, now > firstSent + grace else { return false }
        return all.acknowledged < wantedBytes(in: all.time)
    }

    /// Returns the number of bytes that clients must acknowledge in a time in nanoseconds.
    private func wantedBytes(in time: UInt64) -> UInt64 { Self.bytes(in: time, at: rate) }

    /// Returns the number of bytes in a time in nanoseconds at a rate in bytes per second.
    static func bytes(in time: UInt64, at rate: UInt64) -> UInt64 {
        time / millisecond * rate / millisecondsPerSecond
    }

    /// Bytes of a budget, which gets them back when this object is freed.
    package final class Share: Sendable {
        package let bytes: Int
        private let budget: BodyBudget
        /// The clients that no longer receive the body.
        fileprivate let earlierClients = Mutex(EarlierClients())

        fileprivate init(_ bytes: Int, of budget: BodyBudget) { (self.bytes, self.budget) = (bytes, budget) }

        deinit { budget.give(bytes) }

        /// Notes that a client begins to receive the body of this share. `end` must follow before the connection's
        /// descriptor is closed.
        func begin(_ connection: ClientConnection, at now: UInt64) {
            let recipient = Recipient(
                share: self, descriptor: connection.descriptor, began: now,
                acknowledged: ClientConnection.acknowledgedBytes(on: connection.descriptor))
            earlierClients.withLock { $0.firstSent = $0.firstSent ?? now }
            budget.state.withLock { $0.recipients[ObjectIdentifier(connection)] = recipient }
        }

        /// Notes that a client stopped receiving the body at `now`.
        func end(_ connection: ClientConnection, at now: UInt64) {
            // The recipient is kept until the lock is released, because freeing the last reference to a share takes
            // the lock.
            let removed = budget.state.withLock { $0.recipients.removeValue(forKey: ObjectIdentifier(connection)) }
            guard let removed else { return }
            earlierClients.withLock { earlier in
                earlier.time += removed.age(at: now)
                earlier.acknowledged += removed.acknowledgedOfBody()
            }
        }
    }
}
