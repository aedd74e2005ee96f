import Dispatch
import Synchronization

/// A queue of events with many senders and one receiver.
final class Mailbox<Event: Sendable>: Sendable {
    private let events = Mutex<[Event]>([])
    private let available = DispatchSemaphore(value: 0)

    func send(_ event: Event) {
        events.withLock { $0.append(event) }
        available.signal()
    }

    /// Removes and returns the oldest event, waiting until the deadline; nil if none arrived.
    func next(until deadline: DispatchTime = .distantFuture) -> Event? {
        guard available.wait(timeout: deadline) == .success else { return nil }
        return events.withLock { $0.removeFirst() }
    }
}
