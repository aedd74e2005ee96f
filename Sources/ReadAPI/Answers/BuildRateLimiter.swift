import MicroHTTP
import Synchronization

/// A rate limiter for building manifests and bundles, which are called documents here.
///
/// Building takes at most about a quarter of the time, so that a thread that also serves other requests is not busy
/// with it for long. One client can use half of that, so that other clients get their documents too.
final class BuildRateLimiter: Sendable {
    /// The time spent on building that is not paid off yet. It is paid off while time passes.
    private struct Debt {
        var time = Duration.zero
        var updated = ContinuousClock.now

        /// Pays off a part of the debt; `price` is the number of seconds in which one second of building is paid off.
        mutating func pay(until now: ContinuousClock.Instant, price: Int) {
            // Another thread may have read the clock after this one and paid before it.
            guard now > updated else { return }
            time = max(.zero, time - updated.duration(to: now) / price)
            updated = now
        }
    }

    private struct State {
        var all = Debt()
        /// The debts of single clients, by their addresses; those that are paid off are removed now and then.
        var clients: [IPAddress: Debt] = [:]
        /// The number of clients at which the clients without a debt are removed next.
        var cleanupThreshold = BuildRateLimiter.fewClients
    }

    private let state = Mutex(State())

    /// The number of seconds in which one second of building is paid off.
    private static let price = 4
    /// The number of seconds in which one second of building for the same client is paid off.
    private static let clientPrice = 8
    /// The debt at which no further document is built: about the time for a few of the largest bundles.
    private static let limit = Duration.milliseconds(100)
    /// The debt of a client at which no further document is built for it.
    private static let clientLimit = Duration.milliseconds(50)
    /// The number of clients below which clients without a debt are never removed.
    private static let fewClients = 100

    /// Returns true if a document may be built now for a client; nil stands for an unknown client.
    func admits(_ client: IPAddress? = nil, at now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { state in
            state.all.pay(until: now, price: Self.price)
            guard state.all.time < Self.limit else { return false }
            guard let client, var debt = state.clients[client] else { return true }
            debt.pay(until: now, price: Self.clientPrice)
            return debt.time < Self.clientLimit
        }
    }

    /// Adds the time that it took to build a document for a client, which was finished at `now`; nil stands for an
    /// unknown client.
    func spend(_ time: Duration, for client: IPAddress? = nil, at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            state.all.pay(until: now, price: Self.price)
            state.all.time += time
            guard let client else { return }
            if state.clients.count >= state.cleanupThreshold { Self.removePaid(from: &state, at: now) }
            var debt = state.clients[client] ?? Debt(updated: now)
            debt.pay(until: now, price: Self.clientPrice)
            debt.time += time
            state.clients[client] = debt
        }
    }

    private static func removePaid(from state: inout State, at now: ContinuousClock.Instant) {
        state.clients = state.clients.filter { entry in
            var debt = entry.value
            debt.pay(until: now, price: clientPrice)
            return debt.time > .zero
        }
        state.cleanupThreshold = max(fewClients, 2 * state.clients.count)
    }
}
